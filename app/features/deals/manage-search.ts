import { choiceParam, defineSearch, pageParam, slugParam, textParam } from '~/http/search-params'
import { DEAL_STATUSES } from './deal'
import { SEARCH_TEXT_LIMIT } from './deal-search'

export const PUBLISHED_FILTERS = ['yes', 'no'] as const
type PublishedFilter = (typeof PUBLISHED_FILTERS)[number]
export const PUBLISHED_LABELS: Record<PublishedFilter, string> = { yes: 'Published', no: 'Draft' }

/** The lists of deals that the dashboard links to. */
export const ATTENTIONS = ['ended', 'priceless', 'imageless'] as const
type Attention = (typeof ATTENTIONS)[number]
export const ATTENTION_LABELS: Record<Attention, string> = {
  ended: 'Ended deals still marked Active',
  priceless: 'Published deals without a price',
  imageless: 'Published deals without an image',
}

/** The parameters of the staff's list of deals. */
const search = defineSearch({
  q: textParam(SEARCH_TEXT_LIMIT),
  published: choiceParam(PUBLISHED_FILTERS),
  status: choiceParam(DEAL_STATUSES),
  category: slugParam,
  platform: slugParam,
  attention: choiceParam(ATTENTIONS),
  page: pageParam,
})
export type ManageSearch = typeof search.defaults

export const DEFAULT_MANAGE_SEARCH = search.defaults
export const parseManageSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

/** The list, or a screen under it that leads back to the list as it was filtered: `managePath(search, '/new')`. */
export const managePath = (asked: Partial<ManageSearch>, below = '') => search.path(`/admin/deals${below}`, asked)
