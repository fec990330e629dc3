import type { DealStatus } from '~/db/schema'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { pluralize } from '~/ui/pluralize'

export const BULK_VERBS = ['publish', 'unpublish', 'set-status', 'set-category', 'delete'] as const
export type BulkVerb = (typeof BULK_VERBS)[number]

/** What is done to deals from the list. */
export type DealChange =
  | { verb: 'publish' | 'unpublish' | 'delete' }
  | {
      verb: 'set-status'
      to_status: DealStatus
      /** Whether followers are not notified. */
      isSilent?: boolean
      /** Common to the entries of one press in the audit log, for its undo. */
      batch?: string
    }
  | { verb: 'set-category'; to_category_id: string; category: string }

/** More deals than this are changed only with a recent password. */
export const BULK_WITHOUT_PASSWORD = 20
/** More deals than this are changed by a job. */
export const BULK_AT_ONCE = 500
/** The number of titles on the confirmation page. */
export const TITLES_SHOWN = 10
/** More than a page of the list has. */
export const CHOSEN_MAX = 100

/** Why a deal is unchanged, besides the sentences about its fields. */
export const UNCHANGED = { already: 'already', gone: 'gone' } as const
/** The number of unchanged deals by reason. */
export type UnchangedCounts = Record<string, number>

const WORDS = {
  publish: { ask: 'Publish', running: 'Publishing', done: 'published', already: 'already published' },
  unpublish: { ask: 'Unpublish', running: 'Unpublishing', done: 'unpublished', already: 'already drafts' },
  'set-status': { ask: 'Set the status of', running: 'Setting the status of', done: 'set to', already: 'already' },
  'set-category': { ask: 'Set the category of', running: 'Setting the category of', done: 'moved to', already: 'in' },
  delete: { ask: 'Delete', running: 'Deleting', done: 'deleted', already: '' },
}

/** "Publish 2,345 deals" */
export const bulkQuestion = (verb: BulkVerb, count: number) => `${WORDS[verb].ask} ${pluralize(count, 'deal')}`

/** "Publishing 2,345 deals" */
export const bulkProgress = (verb: BulkVerb, count: number) => `${WORDS[verb].running} ${pluralize(count, 'deal')}`

/** A title and a text: "2,340 deals published", "Unchanged: 5 already published." */
export function describeOutcome(change: DealChange, changed: number, unchanged: UnchangedCounts) {
  const subject = changed === 0 ? 'No deals' : pluralize(changed, 'deal')
  return { title: `${subject} ${bulkPastTense(change)}`, text: describeUnchanged(change, unchanged) }
}

/** "Unchanged: 5 already published, 1 deleted in the meantime."; empty if every deal was changed. */
export function describeUnchanged(change: DealChange, unchanged: UnchangedCounts) {
  const reasons = Object.entries(unchanged).map(([reason, count]) => {
    const number = count.toLocaleString('en-US')
    if (reason === UNCHANGED.already) return `${number} ${withObject(change, 'already')}`
    if (reason === UNCHANGED.gone) return `${number} deleted in the meantime`
    return `${number} because “${reason.replace(/\.$/, '')}”`
  })
  return reasons.length > 0 ? `Unchanged: ${reasons.join(', ')}.` : ''
}

/** "published", "set to Expired", "moved to Design" */
export const bulkPastTense = (change: DealChange) => withObject(change, 'done')

/** The verb with its object. */
function withObject(change: DealChange, form: 'done' | 'already') {
  const words = WORDS[change.verb][form]
  if (change.verb === 'set-status') return `${words} ${DEAL_STATUS_LABELS[change.to_status]}`
  return change.verb === 'set-category' ? `${words} ${change.category}` : words
}
