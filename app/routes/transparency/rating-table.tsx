import type { RatingFigures } from '~/features/audience/transparency/decision-figures.server'
import { DECISIONS_FOR_SHARE, shareApproved } from '~/features/audience/transparency/transparency'
import { Bar } from '~/ui/bar'
import { classes } from '~/ui/classes'
import { DocSection } from '~/ui/doc-section'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { pluralize } from '~/ui/pluralize'
import { Stars } from '~/ui/stars'

/** Reviews by stars; the bar and what waits are left out on phones. */
export function RatingTable({ ratings }: { ratings: RatingFigures[] }) {
  const all = addUp(ratings)
  const returned = all.submitted - all.approved - all.rejected - all.waiting
  return (
    <DocSection
      id="ratings"
      title="Approval rate by rating"
      lead="If we favored good reviews, the last column would rise with the stars."
    >
      <table className={classes(LEDGER_RULES, 'text-control max-[22rem]:text-small')}>
        <caption className="sr-only">Reviews by stars</caption>
        <thead className="text-caption text-muted-foreground leading-snug">
          <tr>
            <ColumnHead>Reviews with</ColumnHead>
            <ColumnHead>Submitted</ColumnHead>
            <ColumnHead>Approved</ColumnHead>
            <ColumnHead>Rejected</ColumnHead>
            <ColumnHead isWide>Pending</ColumnHead>
            <td className={classes(WIDE, 'w-[30%]')} aria-hidden="true" />
            <ColumnHead>Share approved</ColumnHead>
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-border border-t">
          {ratings.map((figures) => (
            <Row key={figures.rating} figures={figures} heading={<Stars value={figures.rating} small />} hasBar />
          ))}
        </tbody>
        <tfoot className="border-foreground border-t font-bold">
          <Row figures={all} heading="All" />
        </tfoot>
      </table>
      <p className="text-small text-muted-foreground">
        The share is approved reviews out of all decided ones, shown from {DECISIONS_FOR_SHARE} decisions.
        {returned > 0 ? ` Submitted also counts ${pluralize(returned, 'review')} sent back for a change.` : null}
      </p>
    </DocSection>
  )
}

const CELL = 'p-2.5 text-end align-middle first:ps-0 first:text-start last:pe-0 max-md:px-1.5 max-[22rem]:px-0.5'
const WIDE = 'max-md:hidden'

function ColumnHead({ isWide, children }: { isWide?: boolean; children: string }) {
  return (
    <th scope="col" className={classes(CELL, 'align-bottom', isWide && WIDE)}>
      {children}
    </th>
  )
}

type Figures = Omit<RatingFigures, 'rating'>

function Row({ figures, heading, hasBar }: { figures: Figures; heading: React.ReactNode; hasBar?: boolean }) {
  const { submitted, approved, rejected, waiting } = figures
  const share = shareApproved(figures)
  return (
    <tr>
      <th scope="row" className={classes(CELL, 'whitespace-nowrap', hasBar ? 'font-normal' : 'font-bold')}>
        {heading}
      </th>
      <td className={CELL}>{submitted.toLocaleString('en-US')}</td>
      <td className={CELL}>{approved.toLocaleString('en-US')}</td>
      <td className={CELL}>{rejected.toLocaleString('en-US')}</td>
      <td className={classes(CELL, WIDE)}>{waiting.toLocaleString('en-US')}</td>
      <td className={classes(CELL, WIDE)} aria-hidden="true">
        {hasBar && share ? <Bar value={approved} max={approved + rejected} /> : null}
      </td>
      <td className={classes(CELL, 'font-bold')}>
        {share ?? (approved + rejected === 0 ? 'No decisions' : 'Too few')}
      </td>
    </tr>
  )
}

function addUp(ratings: RatingFigures[]): Figures {
  const sum = (name: keyof Figures) => ratings.reduce((total, figures) => total + figures[name], 0)
  return { submitted: sum('submitted'), approved: sum('approved'), rejected: sum('rejected'), waiting: sum('waiting') }
}
