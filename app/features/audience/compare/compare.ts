import { COMPARE_PARAM, SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import { textParam } from '~/http/params'

const SLUGS_READ = 20
const SLUG_SHOWN = 80

export type LeftOut = { slug: string; reason: 'unknown' | 'repeated' | 'too many' }

const searchText = textParam(SEARCH_TEXT_LIMIT)

/** The deals that an address names, in its order, with those that do not fit or are named twice, and the searched text. */
export function parseCompared(params: URLSearchParams) {
  const named = params
    .getAll(COMPARE_PARAM)
    .map((text) => text.trim().toLowerCase())
    .filter(Boolean)
    .slice(0, SLUGS_READ)
  const q = searchText.parse(params.get('q') ?? '', []) ?? ''
  return { named, onlyDifferences: params.get('diff') === '1', q }
}

/** Why a named deal is not shown, as a sentence. */
export function leftOutText({ slug, reason }: LeftOut) {
  const name = `"${slug.length > SLUG_SHOWN ? `${slug.slice(0, SLUG_SHOWN)}…` : slug}"`
  if (reason === 'unknown') return `${name} is not listed, or no longer published.`
  if (reason === 'repeated') return `${name} was already chosen.`
  return `${name} was left out. You can compare up to four deals.`
}
