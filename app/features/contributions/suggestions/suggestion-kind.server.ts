import { sql } from 'kysely'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'

type Offer = { url: string; vendor: string | null; price: string | null; endsOn: string | null; isDifferent: boolean }

/** Deals that members suggest. Saving the draft in the editor is the approval. */
export const suggestionKind: QueueKind<Offer> = {
  table: 'deal_suggestions',
  select: sql<Subject<Offer>>`
    select id, xmin::text as version, status, title, body, null::int2 as rating, deal_id, user_id as author_id,
      created_at, moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('url', url, 'vendor', vendor_name, 'price', deal_price::text, 'endsOn', end_date,
        'isDifferent', is_different) as extra
    from deal_suggestions`,
  hasReasons: true,
  contribution: 'suggestion',
  describe: ({ title, extra: { url, vendor, price, endsOn, isDifferent } }) => ({
    about: title ?? undefined,
    facts: isDifferent ? ['The link is on record, for a different offer'] : [],
    findings: [
      { term: 'Link', detail: url, url },
      { term: 'Vendor', detail: vendor ?? 'Not stated' },
      { term: 'Price', detail: price === null ? 'Not stated' : formatMoney(price, 'USD') },
      { term: 'End date', detail: endsOn ? formatDate(endsOn) : 'Not stated' },
    ],
  }),
  applyApproval: async (trx, _staff, { id }, { dealId }) => {
    if (dealId) await trx.updateTable('deal_suggestions').set({ deal_id: dealId }).where('id', '=', id).execute()
    return {}
  },
  // The draft stays, and another one can be made of the suggestion.
  afterReturn: async (trx, id) => {
    await trx.updateTable('deal_suggestions').set({ deal_id: null }).where('id', '=', id).execute()
    await trx.updateTable('queue_items').set({ deal_id: null }).where('subject_id', '=', id).execute()
  },
}
