import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { availabilityDate } from '~/features/catalog/deals/availability-date'
import { DEAL_STATUS_LABELS, isUnchecked } from '~/features/catalog/deals/deal'
import { breakEvenTexts, offeredText, perPeriod } from '~/features/catalog/deals/regular-price'
import { listTerms } from '~/features/catalog/deals/terms'
import { lowestOnRecord, type PricePoint } from '~/features/catalog/price-history/price-history'
import { listPricePointsOf } from '~/features/catalog/price-history/price-history.server'
import { cheapestOpen } from '~/features/catalog/products/offer'
import { VENDOR_STATUS_LABELS } from '~/features/catalog/vendors/vendor'
import { countOwnerChanges } from '~/features/contributions/change-logs/change-logs.server'
import { describeOutcomes, type RefundFigures } from '~/features/contributions/refunds/refund'
import { type OverTime, shownLate, shownOwners } from '~/features/contributions/reviews/over-time'
import { findLateFigures } from '~/features/contributions/reviews/review-figures.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type { ComparedDeal } from './compared-deals.server'
import { type ComparedFact, type FactCell, type FactGroup, withoutUnknown } from './facts'

/** What is known about deals side by side. However many there are, each kind of fact is read once. */
export async function listFacts(deals: ComparedDeal[], today: string): Promise<FactGroup[]> {
  const ids = deals.map(({ id }) => id)
  const [prices, years, changes, plans] = await Promise.all([
    listPricePointsOf(ids),
    findLateFigures(ids),
    countOwnerChanges(ids),
    listPlansOf(ids),
  ])
  const lowest = cheapestOpen(deals)
  const row = <Cell>(label: string, cellOf: (deal: ComparedDeal) => Cell) => ({ label, cells: deals.map(cellOf) })
  return withoutUnknown([
    {
      label: 'Price',
      facts: [
        row('Deal price', (deal) => ({ ...priceCell(deal), isLowest: deal.id === lowest })),
        row('Lowest of this offer', ({ id }) => lowestCell(prices.get(id) ?? [])),
        row('Pays for itself', payBackCell),
      ],
    },
    {
      label: 'Availability',
      facts: [row('Status', (deal) => statusCell(deal, today)), row('Checked', checkedCell)],
    },
    {
      label: 'Reviews',
      facts: [
        row('Rating', ratingCell),
        row('Rated after a year', ({ id }) => lateRatingCell(years.get(id)!)),
        row('Still using it', ({ id }) => ownersCell(years.get(id)!)),
        row('Refunds asked for by owners', ({ id }) => refundsCell(years.get(id)!.refunds)),
        row('Changes affecting owners, 12 months', ({ id }) => changesCell(changes.get(id))),
      ],
    },
    {
      label: 'What exactly you get',
      facts: [
        { ...row('Plans', ({ id, currency }) => plansCell(plans.get(id) ?? [], currency)), isQuoted: true },
        ...termFacts(deals),
        { ...row('Platform', ({ platform_name }) => ({ text: platform_name })), isQuoted: true },
        row('Vendor', vendorCell),
      ],
    },
  ])
}

/** The plans of several deals in their order, by the id of the deal; each with its limits as "Seats: 5". */
async function listPlansOf(dealIds: string[]) {
  const { rows } = await sql<{ deal_id: string; name: string; price: string; limits: string[] }>`
    select plans.deal_id, plans.name, plans.price::text, array(
        select limits.label || ': ' || limits."values"[1 + place] from deal_plan_limits as limits
        where limits.deal_id = plans.deal_id and limits."values"[1 + place] <> '' order by limits.position
      ) as limits
    from (
      select *, row_number() over (partition by deal_id order by position)::int - 1 as place
      from deal_plans where deal_id = any(${dealIds})
    ) as plans
    order by plans.deal_id, plans.position`.execute(db)
  return Map.groupBy(rows, ({ deal_id }) => deal_id)
}

type Priced = Pick<
  ComparedDeal,
  | 'deal_price'
  | 'deal_price_period'
  | 'discount_percent'
  | 'original_price'
  | 'currency'
  | 'regular_price_period'
  | 'break_even_months'
>

function priceCell(deal: Priced): FactCell {
  const { deal_price: amount, currency, deal_price_period } = deal
  const text = offeredText(deal)
  if (text === undefined) return { text: 'Not listed', isUnknown: true }
  return amount === null ? { text } : { text, price: { amount, currency, per: perPeriod(deal_price_period) } }
}

function lowestCell(points: PricePoint[]): FactCell {
  const lowest = lowestOnRecord(points)
  if (!lowest) return { text: 'None on record', isUnknown: true }
  // Its date is that of the entry, which may be long after the offer began.
  const isOnly = points.every(({ deal_price }) => deal_price === null || deal_price === lowest.price)
  if (isOnly) return { text: 'No other price on record', isUnknown: true }
  const date = formatDate(lowest.since)
  return {
    text: offeredText({ ...points.at(-1)!, deal_price: lowest.price, discount_percent: null })!,
    note: lowest.isCurrent ? `since ${date}` : `on ${date}`,
  }
}

function payBackCell(deal: Priced): FactCell {
  const texts = breakEvenTexts(deal)
  if (texts) return { text: texts.after.replace('after', 'After'), note: texts.at }
  const isPaidOnce = deal.regular_price_period === 'ONCE' && deal.original_price !== null
  return { text: isPaidOnce ? 'The regular price is a one-time price' : 'Not stated', isUnknown: true }
}

const LIMITS_SHOWN = 3
const NOT_STATED: FactCell = { text: 'Not stated', isUnknown: true }

/** Terms that quote the vendor or the platform. */
const QUOTED = ['Future versions', 'Buyer protection', 'Notice before shutdown']

/** One fact for each term. */
function termFacts(deals: ComparedDeal[]): ComparedFact[] {
  const terms = deals.map((deal) =>
    listTerms(deal, {
      name: deal.platform_name,
      refund_days: deal.platform_refund_days,
      refund_from: deal.platform_refund_from,
      buyer_protection: deal.buyer_protection,
    }),
  )
  return terms[0]!.map(({ label }, index) => ({
    label,
    isQuoted: QUOTED.includes(label),
    cells: terms.map((ofDeal) => {
      const { value, isPlatformRule } = ofDeal[index]!
      if (value === undefined) return NOT_STATED
      return { text: value, note: isPlatformRule ? "Platform's rule" : undefined }
    }),
  }))
}

type Plan = { name: string; price: string; limits: string[] }

/** "Tier 1 $59.00" with the other plans below, or "One plan" with its first limits. */
function plansCell([first, ...others]: Plan[], currency: string): FactCell {
  if (!first) return NOT_STATED
  const textOf = ({ name, price }: Plan) => `${name} ${formatMoney(price, currency)}`
  if (others.length > 0) return { text: textOf(first), note: others.map(textOf).join(', ') }
  return { text: 'One plan', note: first.limits.slice(0, LIMITS_SHOWN).join(', ') || undefined }
}

function vendorCell({ vendor_status }: Pick<ComparedDeal, 'vendor_status'>): FactCell {
  return { text: VENDOR_STATUS_LABELS[vendor_status], isUnknown: vendor_status === 'UNKNOWN' }
}

type Rated = { count: number; average: number }

const TOO_FEW: FactCell = { text: 'Not enough data', isUnknown: true }

function statusCell(deal: ComparedDeal, today: string): FactCell {
  const shown = availabilityDate(deal, today)
  const date = shown && `${shown.word} ${shown.date === today ? 'today' : formatDate(shown.date)}`
  return {
    text: DEAL_STATUS_LABELS[deal.shown_status],
    note: [isUnchecked(deal) && 'Not checked', date].filter(Boolean).join('. ') || undefined,
    status: deal.shown_status,
  }
}

function checkedCell({ confirmed_on }: Pick<ComparedDeal, 'confirmed_on'>): FactCell {
  return confirmed_on === null ? { text: 'Not checked', isUnknown: true } : { text: formatDate(confirmed_on) }
}

function ratingCell({ rating_average, review_count }: Pick<ComparedDeal, 'rating_average' | 'review_count'>): FactCell {
  if (review_count === 0 || rating_average === null) return { text: 'No reviews yet', isUnknown: true }
  const average = Number(rating_average)
  return { text: average.toFixed(1), note: pluralize(review_count, 'review'), stars: average }
}

function lateRatingCell(year: { rated: Rated }): FactCell {
  const late = shownLate(year)
  return late ? { text: late.average.toFixed(1), note: pluralize(late.count, 'rating') } : TOO_FEW
}

function ownersCell(year: Pick<OverTime, 'owners'>): FactCell {
  const owners = shownOwners(year)
  return owners ? { text: `${owners.using} of ${owners.all} owners` } : TOO_FEW
}

function refundsCell(figures: RefundFigures | undefined): FactCell {
  return figures ? { text: `${figures.asked} asked`, note: describeOutcomes(figures) } : TOO_FEW
}

function changesCell(changes: { count: number; latest: Date } | undefined): FactCell {
  return changes ? { text: String(changes.count), note: formatDate(changes.latest) } : { text: '0' }
}
