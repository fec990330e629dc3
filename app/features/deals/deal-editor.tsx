import { Form, useActionData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type FormResult, summaryOf } from '~/http/form-result'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/select-field'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from './deal'
import type { EditedDeal } from './deal-changes'
import { type Draft, draftOf } from './deal-draft'
import { DealSection, type FilterOptions, PriceSection } from './editor-sections'
import { FaqsEditor } from './faqs-editor'
import { MediaSection } from './media-section'
import { ProsConsEditor } from './pros-cons-editor'

type DealEditorProps = FilterOptions & {
  result: FormResult
  stored?: EditedDeal
  /** Where the form is sent, and where Cancel leads. */
  action: string
  list: string
  /** What stands above the form and what it sends beside the fields. */
  children: ReactNode
  /** Under the buttons of the panel. */
  aside?: ReactNode
}

/** The form of a new deal and of one that exists (spec §3 and §5). */
export function DealEditor({ result, stored, action, list, children, aside, ...places }: DealEditorProps) {
  const draft = draftOf(result, stored)
  // Rows keep what was done to them until the server sends the form back, with errors by place.
  const answer = JSON.stringify(useActionData() ?? null)
  return (
    <Form id="deal" className="form-layout" method="post" action={action} noValidate>
      {/* Enter in a field presses the first button of a form, which would otherwise be one of a row. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save Deal
      </button>
      <div className="stack">
        <ErrorSummary errors={summaryOf(result)} />
        {children}
        <DealSection draft={draft} {...places} />
        <PriceSection draft={draft} />
        <MediaSection draft={draft} key={`media ${answer}`} />
        <ProsConsEditor initial={draft.rows('pros_cons')} errorsOf={draft.errorsOf} key={`pros and cons ${answer}`} />
        <FaqsEditor initial={draft.rows('faqs')} errorsOf={draft.errorsOf} key={`faqs ${answer}`} />
      </div>
      <SavePanel draft={draft} list={list}>
        {aside}
      </SavePanel>
    </Form>
  )
}

const STATUSES = DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))

function SavePanel({ draft, list, children }: { draft: Draft; list: string; children: ReactNode }) {
  const isSaving = useNavigation().formMethod === 'POST'
  return (
    <aside className="form-layout__side box" aria-label="Publishing">
      <div className="box__body stack gap-4">
        <label className="switch">
          {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state */}
          <input type="checkbox" role="switch" name="published" defaultChecked={draft.isPublished} />
          Published
        </label>
        <SelectField label="Status" options={STATUSES} {...draft.control('status')} />
        <hr />
        <Button block busy={isSaving}>
          {isSaving ? 'Saving' : 'Save Deal'}
        </Button>
        <ButtonLink to={list} tone="secondary" block>
          Cancel
        </ButtonLink>
        {children}
      </div>
    </aside>
  )
}
