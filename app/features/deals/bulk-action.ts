import type { BulkActionStatus, BulkVerb } from '~/db/schema'
import { pluralize } from '~/ui/pluralize'
import { DEAL_STATUS_LABELS, type DealStatus } from './deal'

export const BULK_VERBS = [
  'publish',
  'unpublish',
  'set-status',
  'set-category',
  'delete',
] as const satisfies readonly BulkVerb[]

/** More deals than this are changed by a job. */
export const BULK_AT_ONCE = 500
/** The titles that the question shows. */
export const TITLES_ASKED = 10
/** More than a page of the list has. */
export const CHOSEN_MAX = 100

/** Why a deal is left as it is, besides the sentences about its fields. */
export const LEFT = { already: 'already', gone: 'gone' } as const
export type LeftCounts = Record<string, number>

type Words = { ask: string; running: string; done: string; already: string }

const WORDS: Record<BulkVerb, Words> = {
  publish: { ask: 'Publish', running: 'Publishing', done: 'published', already: 'already published' },
  unpublish: { ask: 'Unpublish', running: 'Unpublishing', done: 'unpublished', already: 'already drafts' },
  'set-status': { ask: 'Set the status of', running: 'Setting the status of', done: 'set to', already: 'already' },
  'set-category': {
    ask: 'Set the category of',
    running: 'Setting the category of',
    done: 'moved to',
    already: 'already in',
  },
  delete: { ask: 'Delete', running: 'Deleting', done: 'deleted', already: '' },
}

export type BulkOutcome = {
  verb: BulkVerb
  to_status: DealStatus | null
  /** The name of the new category. */
  category: string | null
  deal_count: number
  done_count: number
  changed_count: number
  left_counts: LeftCounts
  status: BulkActionStatus
  message: string | null
}

/** "Publish 2,345 deals" */
export function bulkQuestion(verb: BulkVerb, count: number) {
  return `${WORDS[verb].ask} ${pluralize(count, 'deal')}`
}

/** The state of an action as a title and a text: "2,340 deals published", "Left as they were: 5 already published." */
export function describeBulk(action: BulkOutcome): { title: string; text: string } {
  const { running } = WORDS[action.verb]
  const all = pluralize(action.deal_count, 'deal')
  const left = describeLeft(action)
  if (action.status === 'RUNNING') {
    return { title: `${running} ${all}…`, text: `${action.done_count.toLocaleString('en-US')} done so far.` }
  }
  const done = `${action.changed_count === 0 ? 'No deals' : pluralize(action.changed_count, 'deal')} ${target(action, 'done')}`
  if (action.status === 'DONE') return { title: done, text: left }
  return { title: `${running} ${all} stopped`, text: [action.message, `${done}.`, left].filter(Boolean).join(' ') }
}

/** The verb with its object: "set to Expired", "already in Design". */
function target({ verb, to_status, category }: BulkOutcome, form: 'done' | 'already') {
  const object = to_status ? DEAL_STATUS_LABELS[to_status] : category
  return [WORDS[verb][form], object].filter(Boolean).join(' ')
}

function describeLeft(action: BulkOutcome) {
  const reasons = Object.entries(action.left_counts).map(([reason, count]) => {
    const number = count.toLocaleString('en-US')
    if (reason === LEFT.already) return `${number} ${target(action, 'already')}`
    if (reason === LEFT.gone) return `${number} deleted in the meantime`
    return `${number} because “${reason.replace(/\.$/, '')}”`
  })
  return reasons.length > 0 ? `Left as they were: ${reasons.join(', ')}.` : ''
}
