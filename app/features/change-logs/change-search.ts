import { AFFECTS_OWNERS, type AffectsOwners, CHANGE_KINDS, type ChangeKind } from './change-log'

/** What the address of the stream of changes asks for. An empty text asks for nothing. */
export type ChangeSearch = { kind: ChangeKind | ''; affects: AffectsOwners | ''; category: string; page: number }

export const DEFAULT_CHANGE_SEARCH: ChangeSearch = { kind: '', affects: '', category: '', page: 1 }

export const CHANGE_PAGE_SIZE = 30

/** Reads a query string. Whatever is unknown or malformed counts as not given, so that no address fails. */
export function parseChangeSearch(params: URLSearchParams): ChangeSearch {
  const [category, page] = [params.get('category') ?? '', params.get('page') ?? '']
  return {
    kind: CHANGE_KINDS.find((kind) => kind === params.get('kind')) ?? '',
    affects: AFFECTS_OWNERS.find((answer) => answer === params.get('affects')) ?? '',
    category: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(category) && category.length <= 200 ? category : '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The one address of a part of the stream, at `path`: defaults are left out. */
export function changesPath(search: Partial<ChangeSearch>, path = '/changes') {
  const params = new URLSearchParams()
  for (const name of Object.keys(DEFAULT_CHANGE_SEARCH) as (keyof ChangeSearch)[]) {
    const value = search[name] ?? DEFAULT_CHANGE_SEARCH[name]
    if (value !== DEFAULT_CHANGE_SEARCH[name]) params.set(name, String(value))
  }
  return params.size > 0 ? `${path}?${params}` : path
}
