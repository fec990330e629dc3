import { Form, Link, useActionData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DEAL_LIMITS, DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { summaryOf } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { describedBy, FieldErrors } from '~/ui/field'
import { FormLayout } from '~/ui/form-layout'
import { Input, TextBox } from '~/ui/input'
import { Notice } from '~/ui/notice'
import { SaveButton } from '~/ui/save-button'
import { SelectField } from '~/ui/select-field'
import { Switch } from '~/ui/switch'
import { useUnsavedChanges } from '~/ui/use-unsaved-changes'
import { type DealFormResult, draftOf, type KnownDeal } from './deal-draft'
import {
  AFFILIATE_CONTROLS,
  COUPON_CONTROLS,
  type Controls,
  DEAL_CONTROLS,
  EditorSection,
  type FilterOptions,
  PRICE_CONTROLS,
  TERMS_CONTROLS,
  TEXT_CONTROLS,
} from './editor-sections'
import { FIELD_ROWS, FieldRow } from './field-row'
import { MEDIA_CONTROLS } from './media-section'
import { PlansEditor } from './plans-editor'
import { ProsConsEditor } from './pros-cons-editor'
import { type ErrorsOfRow, type Row, useRepeatedRows } from './repeated-rows'
import { RowButtons } from './row-buttons'
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
  // Remounts the rows when the server sends the form back, because its errors name rows by their new index.
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
        <EditorSection title="Deal" columns={2} controls={DEAL_CONTROLS} {...controlProps} />
        <EditorSection title="Price" columns={3} controls={PRICE_CONTROLS} {...controlProps} />
        <EditorSection title="Texts" controls={TEXT_CONTROLS} {...controlProps} />
        <EditorSection title="Terms" columns={3} controls={TERMS_CONTROLS} isFolded {...controlProps} />
        <EditorSection title="Coupon" columns={2} controls={COUPON_CONTROLS} isFolded {...controlProps} />
        <EditorSection key={`media ${answer}`} title="Media" controls={MEDIA_CONTROLS} isFolded {...controlProps} />
        <EditorSection title="Affiliate link" controls={AFFILIATE_CONTROLS} isFolded {...controlProps} />
        {Object.entries(LIST_CONTROLS).map(([field, Control]) => (
          <Control key={`${field} ${answer}`} {...controlProps} />
        ))}
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

const LIST_CONTROLS: Controls<'lists'> = {
  plans: ({ draft }) => <PlansEditor initial={draft.planRows()} errorsOf={draft.errorsOf} />,
  // Below the plans, whose columns its values are.
  limits: () => null,
  pros_cons: ({ draft }) => <ProsConsEditor initial={draft.rows('pros_cons')} errorsOf={draft.errorsOf} />,
  faqs: ({ draft }) => <FaqsEditor initial={draft.rows('faqs')} errorsOf={draft.errorsOf} />,
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

type Faq = EditedDeal['faqs'][number]

function FaqsEditor({ initial, errorsOf }: { initial: Row<Faq>[]; errorsOf: ErrorsOfRow }) {
  const name = 'faqs'
  const list = useRepeatedRows<Faq>({ name, initial, blank: { question: '', answer: '' }, firstPart: 'question' })
  return (
    <Box id={name} aria-labelledby={`${name}-title`}>
      <BoxHead>
        <BoxTitle id={`${name}-title`}>FAQs</BoxTitle>
        <Button id={list.addId} tone="secondary" size="sm" icon="plus" {...list.add}>
          Add question
        </Button>
      </BoxHead>
      <BoxBody className={FIELD_ROWS}>
        {list.rows.length === 0 ? (
          <p className="text-muted-foreground text-small">None yet. This section will be hidden.</p>
        ) : null}
        {list.rows.map(({ key, value }, index) => {
          const partOf = (part: keyof Faq, label: string) => {
            const id = list.idOf(key, part)
            return {
              id,
              name: `${name}[${index}].${part}`,
              'aria-label': `${label} ${index + 1}`,
              maxLength: DEAL_LIMITS[part],
              defaultValue: value[part],
              ...describedBy({ id, errors: errorsOf(id) }),
            }
          }
          return (
            <FieldRow kind="question" key={key}>
              <Input {...partOf('question', 'Question')} />
              <RowButtons list={list} index={index} noun="question" />
              <FieldErrors id={list.idOf(key, 'question')} errors={errorsOf(list.idOf(key, 'question'))} />
              <TextBox height="sm" {...partOf('answer', 'Answer')} />
              <FieldErrors id={list.idOf(key, 'answer')} errors={errorsOf(list.idOf(key, 'answer'))} />
            </FieldRow>
          )
        })}
      </BoxBody>
    </Box>
  )
}
