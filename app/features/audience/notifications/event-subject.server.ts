import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { PriceEvent } from '~/features/catalog/deals/deal-events.server'
import type { Announcement, FollowedEvent } from './audiences.server'

type Subject = NonNullable<Awaited<ReturnType<typeof findEventSubject>>>

/** The event with its deal and its change as they are now; undefined when there is nothing left to tell. */
export async function findEventSubject(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('deal_events as event')
    .innerJoin('deals', 'deals.id', 'event.deal_id')
    .innerJoin('products', 'products.id', 'deals.product_id')
    .innerJoin('vendors', 'vendors.id', 'deals.vendor_id')
    .leftJoin('change_logs as change', (join) =>
      join.on('event.kind', '=', 'CHANGE').on(sql<boolean>`change.id::text = event.cause`),
    )
    .select(['event.id', 'event.deal_id', 'event.kind', 'event.data', 'deals.product_id', 'deals.vendor_id'])
    .select(['products.name as product', 'vendors.name as vendor', 'category_path'])
    .select(['deals.title as deal', 'deal_price', 'currency'])
    .select([
      'change.id as change_id',
      'change.title',
      'change.kind as change_kind',
      'change.vendor_id as change_vendor',
    ])
    .select(['change.affects_owners', 'effective_on', 'is_silent'])
    .select(sql<string | null>`to_char(verified_at at time zone 'UTC', 'YYYY-MM-DD')`.as('verified_on'))
    .where('event.id', '=', id)
    .where('deals.published', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const isGone = row.kind === 'CHANGE' && (!row.verified_on || row.is_silent)
  return isGone
    ? undefined
    : {
        ...row,
        affects_owners: row.affects_owners === 'YES',
        vendor_change: row.change_vendor && `vendor:${row.change_vendor}:${row.change_kind}:${row.effective_on}`,
      }
}

/** What everybody is told; undefined for a price that has changed again, which another event tells. */
export function describeEvent(subject: Subject & FollowedEvent): Announcement | undefined {
  const { deal, deal_price: price, currency } = subject
  switch (subject.kind) {
    case 'PRICE': {
      const { price: noted, was, currency: notedIn } = subject.data as PriceEvent
      if (price === null || Number(price) !== noted || currency !== notedIn) return undefined
      return { kind: 'price', data: { deal, price, was: was === null ? null : was.toFixed(2), currency } }
    }
    case 'CHANGE':
      return {
        kind: 'change',
        data: {
          deal,
          change: subject.change_id!,
          kind: subject.change_kind!,
          title: subject.title!,
          verified_on: subject.verified_on!,
        },
      }
    case 'ENDING': {
      const { end_date } = subject.data as { end_date: string }
      return { kind: 'ending', data: { deal, end_date, price, currency } }
    }
    case 'ENDED':
      return { kind: 'ended', data: { deal, price, currency } }
    case 'REOPENED':
      return { kind: 'reopened', data: { deal, price, currency } }
    case 'PUBLISHED':
      return { kind: 'new_offer', data: { deal, price, currency } }
  }
}
