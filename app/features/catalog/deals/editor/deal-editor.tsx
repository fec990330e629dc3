import { Form, Link, useActionData, useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { DEAL_SECTIONS, type DealField } from '~/features/catalog/deals/deal-fields'
import { codeOf } from '~/features/catalog/deals/price-parser'
import type { FieldTable } from '~/http/field-table'
import { summaryOf } from '~/http/forms'
import { BOX_LOOK, Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { ErrorSummary } from '~/ui/error-summary'
import { Fields } from '~/ui/fields'
import { FormLayout } from '~/ui/form-layout'
import { Icon } from '~/ui/icon'
import { currencySign } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { SaveButton } from '~/ui/save-button'
import { useUnsavedChanges } from '~/ui/use-unsaved-changes'
import { type DealFormResult, draftOf, EDITOR_STEPS, type KnownDeal } from './deal-draft'
import { LinkField } from './link-field'
import { PictureField } from './picture-field'
import { PlansEditor } from './plan-limits'
import { ProsAndConsEditor, QuestionsEditor } from './pros-and-questions'

type SectionName = keyof typeof DEAL_SECTIONS
const SECTIONS = ['Link', 'Deal', 'Price', 'Text'] as const satisfies SectionName[]
/** Most deals need little of these. */
const FOLDED = (Object.keys(DEAL_SECTIONS) as SectionName[]).filter(
  (name) => name !== 'Publishing' && !SECTIONS.some((section) => section === name),
)
const COLUMNS: Partial<Record<SectionName, string>> = {
  Deal: 'sm:grid-cols-2',
  Price: 'sm:grid-cols-3',
  Terms: 'sm:grid-cols-3',
  Coupon: 'sm:grid-cols-2',
}

type NamedOption = { id: string; name: string; depth?: number }

type DealEditorProps = {
  taxonomy: { categories: NamedOption[]; platforms: NamedOption[] }
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
export function DealEditor(props: DealEditorProps) {
  const { result, stored, action, list, children, aside } = props
  const { categories, platforms } = props.taxonomy
  const draft = draftOf(result, stored)
  const { state, formData } = useNavigation()
  const unsaved = useUnsavedChanges(state === 'idle' && result !== undefined)
  // The controls are mounted again with each answer, because it has other values, and names rows by their new index.
  const answer = JSON.stringify(useActionData() ?? null)
  useFocusAfterStep(result, answer)
  const code = codeOf(draft.text('currency'))
  const fields = (name: SectionName) => (
    <Fields
      fields={DEAL_SECTIONS[name] as FieldTable}
      control={draft.control}
      options={{ category_id: taxonomyOptions(categories), platform_id: taxonomyOptions(platforms) }}
      hints={{ deal_price: `“${currencySign(code)}8”, “1,299.00” and “8 ${code}” work too.` }}
      controls={{
        cta_url: <LinkField draft={draft} />,
        hero_image_url: <PictureField draft={draft} />,
        plans: <PlansEditor draft={draft} />,
        pros_cons: <ProsAndConsEditor draft={draft} />,
        faqs: <QuestionsEditor draft={draft} />,
      }}
    />
  )
  const section = (name: SectionName) => <div className={classes('grid gap-5', COLUMNS[name])}>{fields(name)}</div>
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
                {fields('Publishing')}
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
          {categories.length === 0 ? <NoTaxonomy noun="category" nouns="categories" /> : null}
          {platforms.length === 0 ? <NoTaxonomy noun="platform" nouns="platforms" /> : null}
          {result?.fetched ? (
            <div id="fetched" tabIndex={-1}>
              <Notice tone="ok" {...result.fetched} />
            </div>
          ) : null}
          {SECTIONS.map((name) => (
            <Box key={name}>
              <BoxHead>
                <BoxTitle>{name}</BoxTitle>
              </BoxHead>
              <BoxBody>{section(name)}</BoxBody>
            </Box>
          ))}
          <Box aria-labelledby="more">
            <BoxHead>
              <BoxTitle id="more">More</BoxTitle>
              <span className="text-small text-muted-foreground">Open what you need</span>
            </BoxHead>
            {FOLDED.map((name) => (
              <Fold key={name} title={name} isFilled={fieldsIn(name).some(draft.isFilled)}>
                {section(name)}
              </Fold>
            ))}
          </Box>
        </FormLayout>
      </fieldset>
    </Form>
  )
}

const fieldsIn = (name: SectionName) => Object.keys(DEAL_SECTIONS[name]) as DealField[]

// Em spaces do not collapse, so they indent subcategories in a native list.
function taxonomyOptions(items: NamedOption[]) {
  const options = items.map(({ id, name, depth = 0 }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return [{ value: '', label: 'Choose…' }, ...options]
}

/** Open with a value or an error when the form was loaded or came back; errors disappear while they are corrected. */
function Fold({ title, isFilled, children }: { title: string; isFilled: boolean; children: ReactNode }) {
  const [isOpen] = useState(isFilled)
  return (
    <details open={isOpen} className="group not-first:border-t not-first:border-border">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between px-5 py-2 marker:hidden hover:bg-muted/55">
        <h3 className={BOX_LOOK.title}>{title}</h3>
        <Icon name="plus" className="size-4.5 text-muted-foreground transition duration-180 group-open:rotate-45" />
      </summary>
      <div className="px-5 pt-2 pb-6">{children}</div>
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
