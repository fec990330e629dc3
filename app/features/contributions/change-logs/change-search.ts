import { CHANGE_EFFECTS } from '~/features/catalog/record/change-effect'
import { AFFECTS_OWNERS, CHANGE_KINDS } from '~/features/catalog/record/change-log'
import { choiceParam, defineSearch, pageParam, slugParam } from '~/http/params'

export const CHANGE_PAGE_SIZE = 30

/** Maximum number of counted and reachable changes: an offset costs as much as all rows before it. */
export const CHANGE_CAP = 3_000

/** The parameters of the stream of verified changes. */
const search = defineSearch({
  effect: choiceParam(CHANGE_EFFECTS),
  kind: choiceParam(CHANGE_KINDS),
  affects: choiceParam(AFFECTS_OWNERS),
  category: slugParam,
  page: pageParam,
})
export type ChangeSearch = typeof search.defaults

export const DEFAULT_CHANGE_SEARCH = search.defaults
export const parseChangeSearch = search.parse

/** The address of a part of the stream, at `path`. */
export const changesPath = (asked: Partial<ChangeSearch>, path = '/changes') => search.path(path, asked)
