import { Form, Link, useActionData, useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { DealField } from '~/features/catalog/deals/deal-fields'
import { summaryOf } from '~/http/forms'
import { BOX_LOOK, Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { ErrorSummary } from '~/ui/error-summary'
import { FormLayout } from '~/ui/form-layout'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { SaveButton } from '~/ui/save-button'
import { useUnsavedChanges } from '~/ui/use-unsaved-changes'
import { type ControlProps, DealControls, type FilterOptions } from './deal-controls'
import { type DealFormResult, draftOf, EDITOR_STEPS, type KnownDeal } from './deal-draft'

type Section = { title: string; fields: readonly DealField[]; columns?: keyof typeof COLUMNS }

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

const SECTIONS: Section[] = [
  { title: 'Link', fields: ['cta_url'] },
  {
    title: 'Deal',
    columns: 2,
    fields: ['title', 'vendor_name', 'category_id', 'platform_id', 'start_date', 'end_date'],
  },
  {
    title: 'Price',
    columns: 3,
    fields: [
      ...(['deal_price', 'deal_price_period', 'currency'] as const),
      ...(['original_price', 'regular_price_period', 'discount_percent'] as const),
    ],
  },
  { title: 'Text', fields: ['summary', 'description'] },
]

/** What most deals need little of. */
const FOLDS: Section[] = [
  {
    title: 'Terms',
    columns: 3,
    fields: [
      ...(['lifetime_means', 'refund_days', 'refund_from', 'stackable', 'max_codes', 'redeem_days'] as const),
      ...(['transferable', 'future_versions', 'shutdown_notice', 'terms_url', 'terms_read_on'] as const),
    ],
  },
  { title: 'Plans', fields: ['plans'] },
  { title: 'Coupon', columns: 2, fields: ['coupon_code', 'coupon_note'] },
  { title: 'Media', fields: ['hero_image_url', 'video_url'] },
  { title: 'Affiliate link', fields: ['affiliate_url'] },
  { title: 'Pros & Cons', fields: ['pros_cons'] },
  { title: 'FAQs', fields: ['faqs'] },
  { title: 'Tags and slug', fields: ['tags', 'slug'] },
]

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
export function DealEditor({ result, stored, action, list, children, aside, ...options }: DealEditorProps) {
  const controls = { draft: draftOf(result, stored), action, ...options }
  const { state, formData } = useNavigation()
  const unsaved = useUnsavedChanges(state === 'idle' && result !== undefined)
  // The controls are mounted again with each answer, because it has other values, and names rows by their new index.
  const answer = JSON.stringify(useActionData() ?? null)
  useFocusAfterStep(result, answer)
  return (
    <Form
      id="deal"
      method="post"
      encType="multipart/form-data"
      action={action}
      noValidate
      onInput={unsaved.onInput}
      onSubmit={unsaved.onSubmit}
    >
      {/* What is typed while a page is read would be lost. */}
      <fieldset key={answer} className="contents" disabled={formData?.get('step') === EDITOR_STEPS.fetch}>
        {/* Enter in a field activates the first button of a form, which would otherwise belong to a row. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Save Deal
        </button>
        <FormLayout
          aside={
            <Box as="aside" aria-label="Publishing">
              <BoxBody className="grid content-start gap-4">
                <DealControls fields={['published', 'status']} {...controls} />
                <hr />
                <SaveButton block>Save Deal</SaveButton>
                <ButtonLink to={list} tone="secondary" block>
                  Cancel
                </ButtonLink>
                {aside}
              </BoxBody>
            </Box>
          }
        >
          <ErrorSummary errors={summaryOf(result)} />
          {children}
          {options.categories.length === 0 ? <NoTaxonomy noun="category" nouns="categories" /> : null}
          {options.platforms.length === 0 ? <NoTaxonomy noun="platform" nouns="platforms" /> : null}
          {result?.fetched ? (
            <div id="fetched" tabIndex={-1}>
              <Notice tone="ok" {...result.fetched} />
            </div>
          ) : null}
          {SECTIONS.map((section) => (
            <Box key={section.title}>
              <BoxHead>
                <BoxTitle>{section.title}</BoxTitle>
              </BoxHead>
              <BoxBody>
                <SectionControls {...section} {...controls} />
              </BoxBody>
            </Box>
          ))}
          <Box aria-labelledby="more">
            <BoxHead>
              <BoxTitle id="more">More</BoxTitle>
              <span className="text-small text-muted-foreground">Open what you need</span>
            </BoxHead>
            {FOLDS.map((fold) => (
              <EditorFold key={fold.title} {...fold} {...controls} />
            ))}
          </Box>
        </FormLayout>
      </fieldset>
    </Form>
  )
}

function SectionControls({ columns = 1, ...controls }: Section & ControlProps) {
  return (
    <div className={classes('grid gap-5', COLUMNS[columns])}>
      <DealControls {...controls} />
    </div>
  )
}

/** Open with a value or an error when the form was loaded or came back; errors disappear while they are corrected. */
function EditorFold({ title, ...section }: Section & ControlProps) {
  const [isOpen] = useState(section.fields.some((field) => section.draft.isFilled(field)))
  return (
    <details open={isOpen} className="group not-first:border-t not-first:border-border">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between px-5 py-2 marker:hidden hover:bg-muted/55">
        <h3 className={BOX_LOOK.title}>{title}</h3>
        <Icon name="plus" className="size-4.5 text-muted-foreground transition duration-180 group-open:rotate-45" />
      </summary>
      <div className="px-5 pt-2 pb-6">
        <SectionControls title={title} {...section} />
      </div>
    </details>
  )
}

/** Focuses what the button of a step names in its address. Errors take the focus themselves. */
function useFocusAfterStep(result: DealFormResult, answer: string) {
  const { hash } = useLocation()
  const isFilled = result !== undefined && !result.error && hash !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after another answer of the same kind
  useEffect(() => {
    if (isFilled) document.getElementById(hash.slice(1))?.focus()
  }, [isFilled, hash, answer])
}

/** On a site that has no category or platform yet, which every deal needs. */
function NoTaxonomy({ noun, nouns }: { noun: 'category' | 'platform'; nouns: 'categories' | 'platforms' }) {
  const icon = noun === 'category' ? 'folder-open' : 'store'
  return (
    <Notice icon={icon} title={`There are no ${nouns} yet`} text="Every deal needs one.">
      <Link className="link" to={`/admin/${nouns}/new`}>
        Create a {noun}
      </Link>
    </Notice>
  )
}
