import type { DealStatus } from '~/db/schema'
import { type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { pluralize } from '~/ui/pluralize'

export const BULK_VERBS = ['publish', 'unpublish', 'set-status', 'set-category', 'delete'] as const
export type BulkVerb = (typeof BULK_VERBS)[number]

/** What is done to deals from the list. */
export type DealChange =
  | { verb: 'publish' | 'unpublish' | 'delete' }
  | { verb: 'set-status'; to_status: DealStatus }
  | { verb: 'set-category'; to_category_id: string }

/** `already` counts deals that were unchanged, `to` names the new status or category, `decision` can be undone. */
export type BulkResult = { changed: number; already: number; to?: string; decision?: string }

/** The deals of one press. */
export const BULK_MAX = 5_000
/** More deals than this are changed only with a recent password. */
export const BULK_WITHOUT_PASSWORD = 20
/** More than a page of the list has. */
export const CHOSEN_MAX = 100

const WORDS = {
  publish: { ask: 'Publish', done: 'published' },
  unpublish: { ask: 'Unpublish', done: 'unpublished' },
  'set-status': { ask: 'Set the status of', done: 'set to' },
  'set-category': { ask: 'Set the category of', done: 'moved to' },
  delete: { ask: 'Delete', done: 'deleted' },
}

/** "Publish 2,345 deals", "Publish the first 5,000 of 12,345 deals" */
export function bulkQuestion(verb: BulkVerb, count: number) {
  const first = count > BULK_MAX ? `the first ${BULK_MAX.toLocaleString('en-US')} of ` : ''
  return `${WORDS[verb].ask} ${first}${pluralize(count, 'deal')}`
}

/** A title and a text: "2,340 deals published", "5 were published already." */
export function describeResult(verb: BulkVerb, { changed, already, to = '' }: BulkResult, left: number) {
  if (verb === 'delete' && changed === 1) return { title: 'Deal deleted successfully', text: '' }
  const done = `${WORDS[verb].done} ${to}`.trimEnd()
  const subject = changed === 0 ? 'No deals' : pluralize(changed, 'deal')
  const number = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'was' : 'were'}`
  const text = [
    already > 0 ? `${number(already)} ${done} already.` : '',
    left > 0 ? `${left.toLocaleString('en-US')} left. Press again for the next ones.` : '',
  ]
  return { title: `${subject} ${done}`, text: text.filter(Boolean).join(' ') }
}

/** The confirmation of a change of one deal, which a row of the list sends to its own page, so that a failed one stays. */
export function rowPath(search: ManageSearch, verb: BulkVerb, id: string) {
  const path = managePath(search)
  return `${path}${path.includes('?') ? '&' : '?'}index&do=${verb}&id=${id}`
}
