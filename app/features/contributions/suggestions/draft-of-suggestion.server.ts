import { db } from '~/db/database.server'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'

/** What the editor of a new deal shows of the suggestion that it is made of. */
export async function findSuggestion(id: string) {
  return db
    .selectFrom('deal_suggestions')
    .leftJoin('profiles', 'profiles.id', 'deal_suggestions.user_id')
    .select(['deal_suggestions.id', 'title', 'vendor_name', 'url', 'deal_price', 'end_date', 'body', 'user_id'])
    .select(['deal_suggestions.status', 'profiles.name as member'])
    .where('deal_suggestions.id', '=', id)
    .executeTakeFirst()
}

export type ShownSuggestion = NonNullable<Awaited<ReturnType<typeof findSuggestion>>>

/** The fields of the editor that a suggestion fills. Prices of suggestions are in US dollars. */
export function fieldsOfSuggestion({ title, vendor_name, url, deal_price, end_date }: ShownSuggestion) {
  const fields = {
    title,
    cta_url: url,
    ...(vendor_name && { vendor_name }),
    ...(deal_price && { deal_price, currency: 'USD' }),
    ...(end_date && { end_date }),
  } satisfies Partial<EditedDeal>
  return fields
}
