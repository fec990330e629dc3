import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { neverChecked } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { cheaperOnce, offerHistory } from '~/features/catalog/deals/offer-history'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { useDeal } from './use-deal'

/**
 * Should I buy today? Status, last check, whether it was cheaper, and what changed for owners. What is unknown is left
 * out.
 */
export function AnswerLine() {
  const { deal, figures } = useDeal()
  const { better, worse } = figures.changes
  const changes = [better && `${better} better`, worse && `${worse} worse`].filter(Boolean).join(', ')
  return (
    <div className="flex w-full flex-wrap items-start gap-x-4 gap-y-2 border-y border-border-strong py-3 text-control leading-snug">
      <DealStatusBadge status={deal.shown_status} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5" aria-label="In short">
        <LastCheck />
        <PriceAnswer />
        {changes ? (
          <Answer icon={worse > 0 ? 'circle-minus' : 'circle-plus'}>
            <Link className="link" to={`/deals/${deal.slug}/changes#record`} discover="none">
              {`For owners: ${changes}`}
            </Link>
          </Answer>
        ) : null}
      </ul>
    </div>
  )
}

/** The date of a check is not green while members doubt it. A deal that is not confirmed says when it was last seen. */
function LastCheck() {
  const { deal, today, notice } = useDeal()
  const { confirmed_on, imported_at } = deal
  const isUnconfirmed = deal.shown_status === 'UNCONFIRMED'
  return (
    <>
      {isUnconfirmed ? (
        <Answer icon="history">
          <AvailabilityDate deal={deal} today={today} />
        </Answer>
      ) : null}
      {confirmed_on === null ? <Answer icon="clock">{neverChecked(imported_at)}</Answer> : null}
      {confirmed_on === null || isUnconfirmed ? null : (
        <Answer icon="circle-check" isSure={notice?.kind !== 'reported'}>
          {`Checked ${formatDate(confirmed_on)}`}
        </Answer>
      )}
    </>
  )
}

/** "Cheaper once: $39 in Nov 2024", "Lowest price on record", or when the product was discounted. */
function PriceAnswer() {
  const { deal, today, isLowest, offers } = useDeal()
  const cheaper = cheaperOnce(deal, offers)
  if (cheaper) return <ToOffers icon="trending-down">{`Cheaper once: ${cheaper}`}</ToOffers>
  if (isLowest) return <Answer icon="trending-down">Lowest price on record</Answer>
  const history = offerHistory(offers, today)
  if (!history) return null
  const best = history.best && `, ${history.best} in ${history.bestIn}`
  return <ToOffers icon="history">{`${history.text}${best}`}</ToOffers>
}

type AnswerProps = { icon: IconName; isSure?: boolean; children: ReactNode }

function Answer({ icon, isSure, children }: AnswerProps) {
  return (
    <li className={classes('inline-flex items-start gap-1.5', isSure && 'font-semibold')}>
      <Icon
        name={icon}
        className={classes('mt-0.5 size-4 flex-none', isSure ? 'text-verified' : 'text-muted-foreground')}
      />
      <span>{children}</span>
    </li>
  )
}

function ToOffers({ icon, children }: { icon: IconName; children: string }) {
  return (
    <Answer icon={icon}>
      <a className="link" href="#offers">
        {children}
      </a>
    </Answer>
  )
}
