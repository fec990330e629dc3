import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import { type RowColumn, RowsEditor } from '~/ui/rows-editor'
import type { Draft } from './deal-draft'

const ENTRY_COLUMNS: RowColumn[] = [
  {
    part: 'type',
    label: 'Type of entry',
    kind: 'choice',
    choices: [
      { value: 'PRO', label: 'Pro' },
      { value: 'CON', label: 'Con' },
    ],
  },
  {
    part: 'text',
    label: 'Text of entry',
    maxLength: DEAL_LIMITS.procon,
    className: '@max-md:col-span-full @max-md:row-start-2',
  },
]

export function ProsAndConsEditor({ draft }: { draft: Draft }) {
  return (
    <RowsEditor
      name="pros_cons"
      noun="entry"
      columns={ENTRY_COLUMNS}
      initial={draft.rows('pros_cons')}
      max={2 * DEAL_LIMITS.pros}
      empty="None yet. This card will be hidden."
      className="grid-cols-[minmax(0,1fr)_auto] items-center @max-md:pb-3 @md:grid-cols-[6.75rem_minmax(0,1fr)_auto]"
      errorsOf={draft.errorsOf}
    />
  )
}

const QUESTION_COLUMNS: RowColumn[] = [
  { part: 'question', label: 'Question', maxLength: DEAL_LIMITS.question },
  { part: 'answer', label: 'Answer', kind: 'text', maxLength: DEAL_LIMITS.answer },
]

export function QuestionsEditor({ draft }: { draft: Draft }) {
  return (
    <RowsEditor
      name="faqs"
      noun="question"
      columns={QUESTION_COLUMNS}
      initial={draft.rows('faqs')}
      max={DEAL_LIMITS.faqs}
      empty="None yet. This section will be hidden."
      className="grid-cols-[minmax(0,1fr)] items-start not-first:mt-1 not-first:border-t not-first:pt-3.5 @md:grid-cols-[minmax(0,1fr)_auto]"
      errorsOf={draft.errorsOf}
    />
  )
}
