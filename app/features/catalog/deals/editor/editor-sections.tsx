import type { ReactNode } from 'react'
import type { FieldWith } from '~/features/catalog/deals/deal-fields'
import { codeOf } from '~/features/catalog/deals/price-parser'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { classes } from '~/ui/classes'
import { describedBy, Field, FieldHint, TextArea, TextField } from '~/ui/field'
import { Input, PrefixedInput } from '~/ui/input'
import { currencySign } from '~/ui/money'
import { SelectField } from '~/ui/select-field'
import { codesIn, USE_COUPON } from './coupon'
import { type Draft, optionsOf } from './deal-draft'
import { enter } from './enter'
import { FillButton } from './fill-button'
import { LinkField } from './link-field'
import { PriceWarning } from './price-warning'
import type { FetchFromLink } from './use-fetch-from-link'

/** The coupon code, with the codes that the description names as suggestions. Using one saves nothing. */
function CouponField({ draft }: { draft: Draft }) {
  const { label, errors, optional, ...input } = { optional: true, ...draft.control('coupon_code') }
  const { id } = input
  const suggested = codesIn(draft.text('description')).filter((code) => code !== draft.text('coupon_code'))
  return (
    <Field {...{ id, label, errors, optional }}>
      <Input {...input} {...describedBy({ id, errors })} />
      {suggested.length > 0 ? (
        <FieldHint className="flex flex-wrap items-center gap-2">
          <span>In the description:</span>
          {suggested.map((code) => (
            <FillButton key={code} name={USE_COUPON} value={code} onPress={() => enter(id, code)?.focus()}>
              Use {code}
            </FillButton>
          ))}
        </FieldHint>
      ) : null}
    </Field>
  )
}

type NamedOption = { id: string; name: string; depth?: number }
export type FilterOptions = { categories: NamedOption[]; platforms: NamedOption[] }

type ControlProps = FilterOptions & { draft: Draft; fetching: FetchFromLink }
/** The control of each field in a section of the editor, in the order shown. A field without one does not compile. */
export type Controls<Section> = Record<FieldWith<'section', Section>, (props: ControlProps) => ReactNode>

export type SectionProps = ControlProps & {
  columns?: keyof typeof COLUMNS
  controls: Partial<Controls<unknown>>
}

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

export function EditorSection({ title, ...section }: SectionProps & { title: string }) {
  return (
    <Box>
      <BoxHead>
        <BoxTitle>{title}</BoxTitle>
      </BoxHead>
      <BoxBody>
        <SectionFields {...section} />
      </BoxBody>
    </Box>
  )
}

export function SectionFields({ columns = 1, controls, ...props }: SectionProps) {
  return (
    <div className={classes('grid gap-5', COLUMNS[columns])}>
      {Object.entries(controls).map(([field, Control]) => (
        <Control key={field} {...props} />
      ))}
    </div>
  )
}

export const LINK_CONTROLS: Controls<'link'> = { cta_url: LinkField }

export const DEAL_CONTROLS: Controls<'deal'> = {
  title: ({ draft }) => <TextField {...draft.control('title')} />,
  vendor_name: ({ draft }) => <TextField {...draft.control('vendor_name')} />,
  category_id: ({ draft, categories }) => (
    <SelectField options={taxonomyOptions(categories)} {...draft.control('category_id')} />
  ),
  platform_id: ({ draft, platforms }) => (
    <SelectField options={taxonomyOptions(platforms)} {...draft.control('platform_id')} />
  ),
  start_date: ({ draft }) => <TextField {...draft.control('start_date')} />,
  end_date: ({ draft }) => <TextField {...draft.control('end_date')} />,
}

export const PRICE_CONTROLS: Controls<'price'> = {
  deal_price: ({ draft }) => {
    const code = codeOf(draft.text('currency'))
    const hint = `“${currencySign(code)}8”, “1,299.00” and “8 ${code}” work too.`
    return <TextField hint={hint} {...draft.control('deal_price')} />
  },
  deal_price_period: ({ draft }) => (
    <SelectField options={optionsOf('deal_price_period')} {...draft.control('deal_price_period')} label="Paid" />
  ),
  currency: ({ draft }) => (
    <TextField className="uppercase" {...draft.control('currency')} label="Currency (3 letters)" />
  ),
  original_price: ({ draft }) => <TextField {...draft.control('original_price')} />,
  regular_price_period: ({ draft }) => <ChoiceField draft={draft} field="regular_price_period" />,
  discount_percent: ({ draft }) => (
    <>
      <TextField hint="Only if the prices are unknown." {...draft.control('discount_percent')} />
      <PriceWarning draft={draft} />
    </>
  ),
}

export const TEXT_CONTROLS: Controls<'texts'> = {
  summary: ({ draft }) => <TextArea counter height="sm" {...draft.control('summary')} />,
  description: ({ draft }) => (
    <TextArea
      hint="**bold**, *emphasis*, lists with - or 1., and [links](https://vendor.example) are shown as such."
      {...draft.control('description')}
    />
  ),
}

export const FILING_CONTROLS: Controls<'filing'> = {
  tags: ({ draft }) => <TextField hint="Separate with commas." {...draft.control('tags')} />,
  slug: SlugField,
}

function SlugField({ draft }: ControlProps) {
  const { label, errors, id, name, defaultValue, maxLength } = draft.control('slug')
  const hint = 'Leave empty to generate it from the title.'
  return (
    <Field {...{ id, label, hint, errors }} optional>
      <PrefixedInput
        prefix="/deals/"
        autoCapitalize="none"
        spellCheck={false}
        {...{ id, name, defaultValue, maxLength }}
        {...describedBy({ id, hint, errors })}
      />
    </Field>
  )
}

export const COUPON_CONTROLS: Controls<'coupon'> = {
  coupon_code: CouponField,
  coupon_note: ({ draft }) => (
    <TextField hint="What the code is for, such as 20% off the first plan." {...draft.control('coupon_note')} />
  ),
}

export const AFFILIATE_CONTROLS: Controls<'affiliate'> = {
  affiliate_url: ({ draft }) => (
    <TextField
      hint="Only the button uses it, and says that we earn a commission. Left empty, a program or the CTA URL is used."
      {...draft.control('affiliate_url')}
    />
  ),
}

export const TERMS_CONTROLS: Controls<'terms'> = {
  lifetime_means: ({ draft }) => <ChoiceField draft={draft} field="lifetime_means" />,
  refund_days: ({ draft }) => (
    <TextField hint="0 for no refund. Empty: the platform's rule." {...draft.control('refund_days')} />
  ),
  refund_from: ({ draft }) => <ChoiceField draft={draft} field="refund_from" />,
  stackable: ({ draft }) => <ChoiceField draft={draft} field="stackable" />,
  max_codes: ({ draft }) => <TextField hint="How many at most." {...draft.control('max_codes')} />,
  redeem_days: ({ draft }) => <TextField hint="After the purchase." {...draft.control('redeem_days')} />,
  transferable: ({ draft }) => <ChoiceField draft={draft} field="transferable" />,
  future_versions: ({ draft }) => (
    <TextField fieldClassName="sm:col-span-2" hint="Such as: All 2.x releases." {...draft.control('future_versions')} />
  ),
  shutdown_notice: ({ draft }) => <TextField hint="Such as: 90 days." {...draft.control('shutdown_notice')} />,
  terms_url: ({ draft }) => <TextField {...draft.control('terms_url')} />,
  terms_read_on: ({ draft }) => <TextField {...draft.control('terms_read_on')} />,
}

function ChoiceField({ draft, field }: { draft: Draft; field: Parameters<Draft['control']>[0] }) {
  return <SelectField options={optionsOf(field)} {...draft.control(field)} />
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function taxonomyOptions(items: NamedOption[]) {
  const options = items.map(({ id, name, depth = 0 }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return [{ value: '', label: 'Choose…' }, ...options]
}
