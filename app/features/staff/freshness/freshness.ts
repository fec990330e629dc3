import type { ShownStatus } from '~/features/catalog/deals/deal'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { FRESHNESS_PATH, queuePath } from '~/features/staff/queue/item'
import { choiceParam, defineSearch, pageParam } from '~/http/params'

/** The deals that staff have to check again, most harmful first. */
export const FRESHNESS_SECTIONS = ['unconfirmed', 'unchecked', 'pictures'] as const
export type FreshnessSection = (typeof FRESHNESS_SECTIONS)[number]

export const SECTION_LABELS: Record<FreshnessSection, string> = {
  unconfirmed: 'Not confirmed',
  unchecked: 'Not checked',
  pictures: 'Pictures',
}

/** Deals in each section, and alerts that wait in the queue; larger counts stop at the cap of staff screens. */
export type FreshnessCounts = Record<FreshnessSection | 'reported' | 'broken', number>

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

const search = defineSearch({ section: choiceParam(FRESHNESS_SECTIONS), page: pageParam })

export type FreshnessSearch = typeof search.defaults
export const parseFreshnessSearch = (url: string | URL) => search.parse(new URL(url).searchParams)
export const freshnessPath = (asked: Partial<FreshnessSearch> = {}) => search.path(FRESHNESS_PATH, asked)

/** What staff check again, most harmful first. Doubts about deals are decided in the queue. */
export function freshnessLists(counts: FreshnessCounts) {
  return [
    { key: 'reported', label: 'Reported as ended', to: queuePath('ended_report'), isDue: true },
    { key: 'broken', label: 'Link may be broken', to: queuePath('broken_link'), isDue: true },
    ...FRESHNESS_SECTIONS.map((section) => {
      return { key: section, label: SECTION_LABELS[section], to: freshnessPath({ section }), isDue: false } as const
    }),
  ].map((list) => ({ ...list, count: counts[list.key as keyof FreshnessCounts] }))
}

/** The element id of a row, the target of redirects. */
export const rowAnchor = (dealId: string) => `deal-${dealId}`
