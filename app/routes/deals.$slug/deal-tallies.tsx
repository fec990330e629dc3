import { Link } from '@remix-run/react'
import { ASKED, describeOutcomes } from '~/features/contributions/refunds/refund'
import { shownChecked, shownOwners } from '~/features/contributions/reviews/over-time'
import { reviewsPath } from '~/features/contributions/reviews/review-search'
import { LocalDate } from '~/ui/local-date'
import { Tallies, Tally, TallyPart } from '~/ui/tally'
import { useDeal } from './use-deal'

/**
 * The record in figures, each a link to its proof. A single one is left out, because it is already beside the tabs. The
 * rating is in the sidebar.
 */
export function DealTallies() {
  const { deal, figures } = useDeal()
  const { slug } = deal
  const { changes, refunds } = figures
  const [checked, owners] = [shownChecked(figures), shownOwners(figures)]
  const tallies = [
    checked && (
      <Tally
        key="checked"
        label={`from ${checked.count.toLocaleString('en-US')} checked purchases`}
        to={reviewsPath(slug, { only: 'checked' })}
      >
        {checked.average.toFixed(1)}
      </Tally>
    ),
    owners && (
      <Tally key="owners" label="still use it after a year" to={`/deals/${slug}#over-time`}>
        {owners.using} <TallyPart>of {owners.all.toLocaleString('en-US')}</TallyPart>
      </Tally>
    ),
    changes.all > 0 && (
      <Tally key="changes" label={describeChanges(changes)} to={`/deals/${slug}/changes#record`}>
        {changes.all}
      </Tally>
    ),
    refunds && (
      <Tally key="refunds" label={`${ASKED}: ${describeOutcomes(refunds)}`}>
        {refunds.asked}
      </Tally>
    ),
  ].filter(Boolean)
  if (tallies.length < 2 && !refunds) return null
  return (
    <section className="grid gap-3.5" aria-label="The record in figures">
      <Tallies>{tallies}</Tallies>
      {changes.latest ? (
        <p className="text-small text-muted-foreground">
          Latest change, <LocalDate value={changes.latest.verified_at} />:{' '}
          <Link className="link" to={`/deals/${slug}/changes#change-${changes.latest.id}`} discover="none">
            <bdi>{changes.latest.title}</bdi>
          </Link>
        </p>
      ) : null}
    </section>
  )
}

function describeChanges({ all, affecting }: { all: number; affecting: number }) {
  const verified = all === 1 ? 'verified change' : 'verified changes'
  return affecting === 0 ? verified : `${verified}, ${affecting} affecting existing owners`
}
