import type { RatingFigures } from '~/features/audience/transparency/decision-figures.server'
import { shareApproved } from '~/features/audience/transparency/transparency'
import { Bar } from '~/ui/bar'
import { pluralize } from '~/ui/pluralize'
import { Stars } from '~/ui/stars'

/** Reviews by stars; the bar and what waits are left out on phones. */
export function RatingTable({ ratings }: { ratings: RatingFigures[] }) {
  const all = addUp(ratings)
  const returned = all.submitted - all.approved - all.rejected - all.waiting
  return (
    <section aria-labelledby="ratings">
      <h2 id="ratings">One star and five are treated alike</h2>
      <p className="under">If good reviews were easier to publish, the last column would climb with the stars.</p>
      <table className="rating-table">
        <caption className="sr-only">Reviews by stars</caption>
        <thead>
          <tr>
            <th scope="col">Reviews with</th>
            <th scope="col">Submitted</th>
            <th scope="col">Approved</th>
            <th scope="col">Rejected</th>
            <th scope="col" className="wide">
              Waiting
            </th>
            <td className="wide rating-table__bar" aria-hidden="true" />
            <th scope="col">Share approved</th>
          </tr>
        </thead>
        <tbody>
          {ratings.map((figures) => (
            <Row key={figures.rating} figures={figures} heading={<Stars value={figures.rating} small />} hasBar />
          ))}
        </tbody>
        <tfoot>
          <Row figures={all} heading="All" />
        </tfoot>
      </table>
      <p className="small muted">
        The share counts what is decided: approved of approved and rejected.
        {returned > 0 ? ` Submitted also counts ${pluralize(returned, 'review')} sent back for a change.` : null}
      </p>
    </section>
  )
}

type Figures = Omit<RatingFigures, 'rating'>

function Row({ figures, heading, hasBar }: { figures: Figures; heading: React.ReactNode; hasBar?: boolean }) {
  const { submitted, approved, rejected, waiting } = figures
  return (
    <tr>
      <th scope="row">{heading}</th>
      <td>{submitted.toLocaleString('en-US')}</td>
      <td>{approved.toLocaleString('en-US')}</td>
      <td>{rejected.toLocaleString('en-US')}</td>
      <td className="wide">{waiting.toLocaleString('en-US')}</td>
      <td className="wide rating-table__bar" aria-hidden="true">
        {hasBar ? <Bar value={approved} max={approved + rejected} /> : null}
      </td>
      <td>{shareApproved(figures) ?? 'None decided'}</td>
    </tr>
  )
}

function addUp(ratings: RatingFigures[]): Figures {
  const sum = (name: keyof Figures) => ratings.reduce((total, figures) => total + figures[name], 0)
  return { submitted: sum('submitted'), approved: sum('approved'), rejected: sum('rejected'), waiting: sum('waiting') }
}
