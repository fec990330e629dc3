import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type DealSummary, neverChecked } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { cheaperOnce, offerHistory, type PastOffer } from '~/features/catalog/deals/offer-history'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'

type AnswerLineProps = {
  deal: Pick<
    DealSummary,
    'slug' | 'shown_status' | 'confirmed_on' | 'deal_price' | 'deal_price_period' | 'discount_percent' | 'currency'
  > & { imported_at: Date | string | null }
  today: string
  /** Whether members doubt what is on the page. */
  isDoubted: boolean
  /** Whether the price is the lowest on record, after a higher one. */
  isLowest: boolean
  /** All published offers of the product, this one included. */
  offers: PastOffer[]
  changes: { better: number; worse: number }
}

/** Should I buy today? Status, last check, whether it was cheaper, and what changed for owners. What is unknown is left out. */
export function AnswerLine({ deal, today, isDoubted, isLowest, offers, changes }: AnswerLineProps) {
  const { slug, confirmed_on, imported_at } = deal
  const isSure = confirmed_on !== null && !isDoubted
  return (
    <div className="flex w-full flex-wrap items-start gap-x-4 gap-y-2 border-y border-border-strong py-3 text-control leading-snug">
      <DealStatusBadge status={deal.shown_status} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5" aria-label="In short">
        <Answer icon={confirmed_on === null ? 'clock' : 'circle-check'} isSure={isSure}>
          {confirmed_on === null ? neverChecked(imported_at) : `Checked ${formatDate(confirmed_on)}`}
        </Answer>
        <PriceAnswer {...{ deal, today, isLowest, offers }} />
        {changes.better + changes.worse > 0 ? (
          <Answer icon={changes.worse > 0 ? 'circle-minus' : 'circle-plus'}>
            <Link className="link" to={`/deals/${slug}/changes#record`} discover="none">
              {`For owners: ${[changes.better && `${changes.better} better`, changes.worse && `${changes.worse} worse`].filter(Boolean).join(', ')}`}
            </Link>
          </Answer>
        ) : null}
      </ul>
    </div>
  )
}

type PriceAnswerProps = Pick<AnswerLineProps, 'deal' | 'today' | 'isLowest' | 'offers'>

/** "Cheaper once: $39 in Nov 2024", "Lowest price on record", or when the product was discounted. */
function PriceAnswer({ deal, today, isLowest, offers }: PriceAnswerProps) {
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
