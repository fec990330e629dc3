import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { listPricePointsOf } from '~/features/catalog/price-history/price-history.server'
import { countOwnerChanges } from '~/features/contributions/change-logs/change-figures.server'
import { findAfterAYear } from '~/features/contributions/reviews/review-figures.server'
import type { ComparedDeal } from './compared-deals.server'
import type { FactGroup } from './facts'
import { lowestCell, payBackCell, priceCell } from './price-facts'
import { plansCell, termFacts, vendorCell } from './term-facts'
import { changesCell, checkedCell, lateRatingCell, ownersCell, ratingCell, statusCell } from './trust-facts'

/** The facts about deals side by side. However many there are, each kind of fact is read once. */
export async function listFacts(deals: ComparedDeal[], today: string): Promise<FactGroup[]> {
  const ids = deals.map(({ id }) => id)
  const [prices, years, changes, plans] = await Promise.all([
    listPricePointsOf(ids),
    findAfterAYear(ids),
    countOwnerChanges(ids),
    listPlansOf(ids),
  ])
  const row = <Cell>(label: string, cellOf: (deal: ComparedDeal) => Cell) => ({ label, cells: deals.map(cellOf) })
  return [
    {
      label: 'Price',
      facts: [
        row('Deal price', priceCell),
        row('Lowest on record', ({ id }) => lowestCell(prices.get(id) ?? [])),
        row('Pays for itself', payBackCell),
      ],
    },
    {
      label: 'Is it live',
      facts: [row('Status', (deal) => statusCell(deal, today)), row('Checked', checkedCell)],
    },
    {
      label: 'Can I trust it',
      facts: [
        row('Rating', ratingCell),
        row('Rated after a year', ({ id }) => lateRatingCell(years.get(id)!)),
        row('Still using it', ({ id }) => ownersCell(years.get(id)!)),
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
  ]
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
