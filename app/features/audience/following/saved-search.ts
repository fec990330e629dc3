import { type DealSearch, dealSearchParams } from '~/features/catalog/deals/list/deal-filters'
import { formatDate } from '~/ui/local-date'
import { formatCount, pluralize } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'

/** Saved searches of a person. */
export const SEARCH_LIMIT = 25
export const SEARCH_NAME_MAX = 60
export const SEARCH_QUERY_MAX = 2_000

/** After so many time-outs in a row, a search no longer notifies. */
export const TIMEOUT_LIMIT = 5
/** The most deals that a notification names. */
export const NAMED_DEALS = 10

/** New matches of a saved search: how many, and the first of them with their titles at that time. */
export type SearchMatched = {
  saved_search: {
    search: string
    name: string
    count: number
    /** How many of them were published before, and match since they changed. Missing in old ones. */
    changed?: number
    deals: { id: string; title: string }[]
  }
}

export const SEARCHES_FULL = `You have saved ${SEARCH_LIMIT} searches, which is the most there can be. Remove one first.`

/** The query string that is saved: what is searched and how it is sorted. */
export function savedQuery(search: DealSearch) {
  return dealSearchParams({ ...search, page: 1, view: '' })
}

/** The name that is proposed for a search. */
export function proposeName(description: string) {
  return shorten(description, SEARCH_NAME_MAX)
}

/** "2 new, 1 changed": how many matches of a search there are. */
export function describeMatchCounts({ count, changed = 0 }: Pick<SearchMatched['saved_search'], 'count' | 'changed'>) {
  const counts = [
    [count - changed, 'new'],
    [changed, 'changed'],
  ] as const
  return counts.flatMap(([many, what]) => (many > 0 ? [`${formatCount(many)} ${what}`] : [])).join(', ')
}

/** "Moorline CRM, Ledgerline, Contactkeep and 9 more" */
export function describeMatches({ count, deals }: SearchMatched['saved_search']) {
  const named = deals.slice(0, 3).map(({ title }) => title)
  return named.join(', ') + (count > named.length ? ` and ${count - named.length} more` : '')
}

/** Counted up to these, so that the page is as fast with a large directory. */
export const MATCHES_CAP = 1_000
export const NEW_CAP = 99

export type SearchCounts = { matches: number; fresh: number }

/** "37 products, 2 new since Monday" */
export function describeCounts(counts: SearchCounts, search: Pick<DealSearch, 'offers'>, lookedAt: Date, now: Date) {
  const { matches, fresh } = counts
  const noun = search.offers === 'all' ? 'offer' : 'product'
  const all = matches > MATCHES_CAP ? `More than ${pluralize(MATCHES_CAP, noun)}` : pluralize(matches, noun)
  const added = fresh > NEW_CAP ? `more than ${NEW_CAP}` : fresh === 0 ? 'none' : fresh
  return `${all}, ${added} new ${since(lookedAt, now)}`
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const DAY_MS = 86_400_000

function since(lookedAt: Date, now: Date) {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(lookedAt.getTime() / DAY_MS)
  if (days <= 0) return 'since you looked today'
  if (days === 1) return 'since yesterday'
  return `since ${days < 7 ? WEEKDAY.format(lookedAt) : formatDate(lookedAt)}`
}
