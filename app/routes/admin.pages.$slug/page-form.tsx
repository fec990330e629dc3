import { Form, useFetcher } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { passwordAgain } from '~/features/people/accounts/password-field'
import {
  FOOTER_GROUPS,
  hasQuestions,
  IMPRINT,
  isBuiltIn,
  PAGE_FIELDS,
  type PageValues,
  sitePagePath,
} from '~/features/site/pages/site-page'
import { useFetcherData, useFormResult } from '~/http/form-hooks'
import { type FormResult, fieldsOf, submittedValue, summaryOf } from '~/http/forms'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { type Conflict, ConflictNotice } from '~/ui/conflict'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea, TextField } from '~/ui/field'
import { MarkdownText } from '~/ui/markdown-text'
import { SaveButton } from '~/ui/save-button'
import { SelectField } from '~/ui/select-field'

const FOOTERS = [
  ...Object.entries(FOOTER_GROUPS).map(([value, label]) => ({ value, label })),
  { value: '', label: 'None' },
]
const PREVIEW_DELAY_MS = 300

type Draft = FormResult & { preview?: string; conflict?: Conflict }

type PageFormProps = {
  /** Undefined for a new page. */
  slug: string | undefined
  version: number | undefined
  values: PageValues
  preview: string
  isWritten: boolean
}

export function PageForm({ slug, version, values, preview, isWritten }: PageFormProps) {
  const result = useFormResult<Draft>()
  const field = fieldsOf(result, { ...values, slug: slug && sitePagePath(slug) })
  const { html, ...draft } = useDraftPreview(result?.preview ?? preview)
  const conflict = result?.conflict
  // Enter in its password field would press the first button.
  const isRemoval = result?.asksPassword && submittedValue(result, 'intent') !== undefined
  return (
    <Form method="post" className="grid grid-cols-[minmax(0,1fr)] gap-5" noValidate {...draft}>
      <ErrorSummary errors={summaryOf(result)} />
      {version === undefined ? null : <input type="hidden" name="version" value={conflict?.version ?? version} />}
      {slug && conflict ? <ConflictNotice conflict={conflict} noun="page" theirs={`/admin/pages/${slug}`} /> : null}
      <Part title="Page" className="grid gap-5 p-5 sm:grid-cols-2">
        <TextField {...field('title')} label="Title" required maxLength={PAGE_FIELDS.title.max} />
        <TextField
          {...field('slug')}
          label="URL"
          disabled={slug !== undefined}
          hint={slug ? 'A page keeps its URL.' : 'The part after /pages/. Leave empty to generate it from the title.'}
        />
        {slug && isBuiltIn(slug) ? null : (
          <SelectField {...field('footer_group')} label="Footer group" options={FOOTERS} />
        )}
        <TextField
          {...field('description')}
          label="Description"
          optional
          maxLength={PAGE_FIELDS.description.max}
          hint="For search engines."
        />
      </Part>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
        <Part title="Text" className="grid gap-5 p-5">
          <Text {...field('body')} label={slug === 'privacy' ? 'Text before the list' : 'Body'} slug={slug} />
          {slug === 'privacy' ? <Text {...field('body_after')} label="Text after the list" slug={slug} /> : null}
        </Part>
        <Part title="Preview">
          <MarkdownText html={html} className="p-5 wrap-anywhere" />
        </Part>
      </div>
      {passwordAgain(result)}
      <div className="flex flex-wrap gap-3">
        {conflict || isRemoval ? null : <SaveButton>Save and publish</SaveButton>}
        {isRemoval ? null : (
          <Button name="step" value="preview" tone="secondary" icon="eye">
            Preview
          </Button>
        )}
        <ButtonLink to="/admin/pages" tone="ghost">
          Cancel
        </ButtonLink>
        {slug && isWritten ? (
          <div className="sm:ms-auto">
            <Removal slug={slug} result={result} />
          </div>
        ) : null}
      </div>
    </Form>
  )
}

function Part({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = title.toLowerCase()
  return (
    <Box aria-labelledby={id}>
      <BoxHead>
        <BoxTitle id={id}>{title}</BoxTitle>
      </BoxHead>
      <div className={className}>{children}</div>
    </Box>
  )
}

/** Follows what is typed; without scripts the button does. */
function useDraftPreview(html: string) {
  const fetcher = useFetcher<Draft>()
  const timer = useRef(0)
  // A preview beside a save would get in its way: after a conflict the form would keep its old version.
  const onSubmit = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const fields = new FormData(currentTarget)
      fields.set('step', 'preview')
      fetcher.submit(fields, { method: 'post' })
    }, PREVIEW_DELAY_MS)
  }
  return { html: useFetcherData(fetcher)?.preview ?? html, onInput, onSubmit }
}

type TextProps = ReturnType<ReturnType<typeof fieldsOf>> & { label: string; slug: string | undefined }

function Text({ slug = '', ...field }: TextProps) {
  const questions = hasQuestions(slug) ? ' Each ## heading is a question, and the text below it is its answer.' : ''
  return (
    <TextArea
      {...field}
      optional={slug === 'privacy'}
      counter
      maxLength={PAGE_FIELDS.body.max}
      className="min-h-96 font-mono text-small"
      hint={`**bold**, *emphasis*, ## headings, lists, tables and links. HTML stays text.${questions}`}
    />
  )
}

/** Takes away the text that staff wrote, or a page of their own. */
function Removal({ slug, result }: { slug: string; result: FormResult }) {
  return isBuiltIn(slug) || slug === IMPRINT ? (
    <ConfirmButton
      label={slug === IMPRINT ? 'Remove the text' : 'Use the original text'}
      icon="undo"
      heading={slug === IMPRINT ? 'Remove the text of this page?' : 'Use the original text of this page?'}
      text="The present text is deleted."
      confirm={slug === IMPRINT ? 'Remove' : 'Use the original'}
      name="intent"
      value="original"
      password={passwordAgain(result, { intent: 'original' })}
    />
  ) : (
    <ConfirmButton
      label="Delete page"
      icon="trash-2"
      heading="Are you sure you want to delete this page?"
      text="Its text is deleted."
      confirm="Delete"
      name="intent"
      value="delete"
      password={passwordAgain(result, { intent: 'delete' })}
    />
  )
}
