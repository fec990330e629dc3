import { Form, Link, useActionData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { summaryOf } from '~/http/forms'
import { Box, BoxBody } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FormLayout } from '~/ui/form-layout'
import { Notice } from '~/ui/notice'
import { SaveButton } from '~/ui/save-button'
import { SelectField } from '~/ui/select-field'
import { Switch } from '~/ui/switch'
import { useUnsavedChanges } from '~/ui/use-unsaved-changes'
import { type DealFormResult, draftOf, type KnownDeal } from './deal-draft'
import {
  type Controls,
  DEAL_CONTROLS,
  EditorSection,
  type FilterOptions,
  LINK_CONTROLS,
  PRICE_CONTROLS,
  TEXT_CONTROLS,
} from './editor-sections'
import { MoreFolds } from './more-folds'
import { useFetchFromLink } from './use-fetch-from-link'

type DealEditorProps = FilterOptions & {
  result: DealFormResult
  /** Of a new deal, what is known of it already. */
  stored?: KnownDeal
  /** Paths: the form's action, and the list that Cancel opens. */
  action: string
  list: string
  /** Notices above the form, and hidden fields. */
  children: ReactNode
  /** Below the buttons of the publishing panel. */
  aside?: ReactNode
}

/** The form of a new deal and of one that exists (spec §3 and §5). */
export function DealEditor({ result: submitted, stored, action, list, children, aside, ...options }: DealEditorProps) {
  const fetching = useFetchFromLink(action, submitted)
  const result = fetching.errors ? { ...submitted, error: { ...submitted?.error, ...fetching.errors } } : submitted
  const controlProps = { draft: draftOf(result, stored, fetching.isFilled), fetching, ...options }
  const unsaved = useUnsavedChanges(useNavigation().state === 'idle' && submitted !== undefined)
  const answer = JSON.stringify(useActionData() ?? null)
  return (
    <Form
      id="deal"
      method="post"
      encType="multipart/form-data"
      action={action}
      noValidate
      onInput={(event) => {
        fetching.onInput(event)
        unsaved.onInput()
      }}
      onSubmit={unsaved.onSubmit}
    >
      {/* Enter in a field activates the first button of a form, which would otherwise belong to a row. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save Deal
      </button>
      <FormLayout
        aside={
          <SavePanel list={list} aside={aside}>
            {Object.entries(PUBLISHING_CONTROLS).map(([field, Control]) => (
              <Control key={field} {...controlProps} />
            ))}
          </SavePanel>
        }
      >
        <ErrorSummary errors={summaryOf(result)} />
        {children}
        <MissingTaxonomies {...options} />
        <EditorSection title="Link" controls={LINK_CONTROLS} {...controlProps} />
        <EditorSection title="Deal" columns={2} controls={DEAL_CONTROLS} {...controlProps} />
        <EditorSection title="Price" columns={3} controls={PRICE_CONTROLS} {...controlProps} />
        <EditorSection title="Text" controls={TEXT_CONTROLS} {...controlProps} />
        <MoreFolds answer={answer} {...controlProps} />
      </FormLayout>
    </Form>
  )
}

/** On a site that has no category or platform yet, which every deal needs. */
function MissingTaxonomies({ categories, platforms }: FilterOptions) {
  return (
    <>
      {categories.length === 0 ? (
        <Notice icon="folder-open" title="There are no categories yet" text="Every deal needs one.">
          <Link className="link" to="/admin/categories/new">
            Create a category
          </Link>
        </Notice>
      ) : null}
      {platforms.length === 0 ? (
        <Notice icon="store" title="There are no platforms yet" text="Every deal needs one.">
          <Link className="link" to="/admin/platforms/new">
            Create a platform
          </Link>
        </Notice>
      ) : null}
    </>
  )
}

const STATUSES = DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))

const PUBLISHING_CONTROLS: Controls<'publishing'> = {
  published: ({ draft }) => (
    <Switch name="published" defaultChecked={draft.isPublished}>
      Published
    </Switch>
  ),
  status: ({ draft }) => <SelectField options={STATUSES} {...draft.control('status')} />,
}

function SavePanel({ list, aside, children }: { list: string; aside: ReactNode; children: ReactNode }) {
  return (
    <Box as="aside" aria-label="Publishing">
      <BoxBody className="grid content-start gap-4">
        {children}
        <hr />
        <SaveButton block>Save Deal</SaveButton>
        <ButtonLink to={list} tone="secondary" block>
          Cancel
        </ButtonLink>
        {aside}
      </BoxBody>
    </Box>
  )
}
