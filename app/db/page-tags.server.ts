import { AsyncLocalStorage } from 'node:async_hooks'
import { KINDS, type Kind, type Tags } from './content-changes'
import { kindsOf } from './query-kinds'

/** A page with more deals than this depends on all of them. */
export const MAX_DEALS = 200

/** What the queries of a page have read so far. */
class Notes {
  readonly tags = new Set<string>()
  queries = 0
  readsEverything = false

  add(tags: Tags) {
    if (!tags) this.readsEverything = true
    for (const tag of tags ?? []) this.tags.add(tag)
  }

  /** A page without any query has got its content from somewhere else. */
  get result(): Tags {
    return this.queries === 0 || this.readsEverything ? undefined : this.tags
  }
}

declare global {
  var pageNotes: AsyncLocalStorage<Notes> | undefined
}

// The dev server reloads this module on every edit, while queries of earlier requests are still running.
globalThis.pageNotes ??= new AsyncLocalStorage()
const storage = globalThis.pageNotes

/** Notes what a statement reads, for the page that is being rendered. */
export function noteQuery(statement: string | undefined) {
  const notes = storage.getStore()
  if (!notes) return
  notes.queries++
  notes.add(statement === undefined ? undefined : kindsOf(statement))
}

/** Notes what a page shows without a query of its own. */
export function noteTags(tags: Tags) {
  const notes = storage.getStore()
  if (!notes) return
  notes.queries++
  notes.add(tags)
}

/** Runs `work` and returns what its queries read. */
export async function collectTags<Result>(work: () => Promise<Result>): Promise<{ result: Result; tags: Tags }> {
  const notes = new Notes()
  const result = await storage.run(notes, work)
  return { result, tags: notes.result }
}

/**
 * Runs queries that read contributions of certain deals only, or only the counts of these, so that the page depends on no
 * others. Which deals these are must follow from columns of deals that are no counts: any change of such a column drops
 * all pages. Nothing may be filtered or ordered by contributions of other deals.
 *
 * @param dealsOf the ids of these deals
 */
export async function readOfDeals<Result>(
  read: () => Promise<Result>,
  dealsOf: (result: Result) => readonly string[],
): Promise<Result> {
  const outer = storage.getStore()
  if (!outer) return read()
  // Until the deals are known, also if a query fails, the page depends on all.
  const notes = new Notes()
  let dealIds: readonly string[] | undefined
  try {
    const result = await storage.run(notes, read)
    dealIds = dealsOf(result)
    return result
  } finally {
    outer.queries += notes.queries
    outer.add(notes.result && narrow(notes.result, dealIds))
  }
}

function narrow(tags: ReadonlySet<string>, dealIds: readonly string[] | undefined) {
  if (!dealIds || dealIds.length > MAX_DEALS) return tags
  const isWhole = (tag: string) => KINDS.includes(tag as Kind)
  return new Set([...tags].flatMap((tag) => (isWhole(tag) ? dealIds.map((id) => `${tag} ${id}`) : [tag])))
}
