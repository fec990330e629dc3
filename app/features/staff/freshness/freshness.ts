import type { ShownStatus } from '~/features/catalog/deals/deal'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { FRESHNESS_PATH } from '~/features/staff/moderation/queue-paths'
import { choiceParam, defineSearch, type Param, pageParam, slugParam, textParam } from '~/http/params'

/** The deals that staff have to check again, most harmful first. */
export const FRESHNESS_SECTIONS = ['reported', 'broken', 'unconfirmed', 'unchecked', 'pictures'] as const
export type FreshnessSection = (typeof FRESHNESS_SECTIONS)[number]

export const SECTION_LABELS: Record<FreshnessSection, string> = {
  reported: 'Reported as ended',
  broken: 'Link may be broken',
  unconfirmed: 'Not confirmed',
  unchecked: 'Not checked',
  pictures: 'Pictures',
}

/** Deals in each section; larger counts stop at the cap of staff screens. */
export type FreshnessCounts = Record<FreshnessSection, number>

export type FreshnessRow = {
  /** Of the deal. */
  id: string
  slug: string
  title: string
  vendor_name: string
  picture: ShownPicture | null
  cta_url: string
  shown_status: ShownStatus
  start_date: string
  end_date: string | null
  confirmed_on: string | null
  /** Why it is listed: "2 members say it has ended", ", on 20 and 21 Nov." */
  fact: string
  more: string
}

export const ROWS_PER_PAGE = 25
/** Rows of each section on the tab that shows all. */
export const ROWS_PER_SECTION = 5

/** Longer than any tag. */
const TAG_MAX = 50
const yearParam: Param<string> = { default: '', parse: (text) => (text && /^20\d\d$/.test(text) ? text : undefined) }

/** `year`, `tag` and `category` are the filters of what is not confirmed. */
const search = defineSearch({
  section: choiceParam(FRESHNESS_SECTIONS),
  year: yearParam,
  tag: textParam(TAG_MAX),
  category: slugParam,
  page: pageParam,
})

export type FreshnessSearch = typeof search.defaults
export type UnconfirmedFilter = Pick<FreshnessSearch, 'year' | 'tag' | 'category'>
export const parseFreshnessSearch = (url: string | URL) => search.parse(new URL(url).searchParams)
export const freshnessPath = (asked: Partial<FreshnessSearch> = {}, below = '') =>
  search.path(`${FRESHNESS_PATH}${below}`, asked)

/** The element id of a row, the target of redirects. */
export const rowAnchor = (dealId: string) => `deal-${dealId}`
