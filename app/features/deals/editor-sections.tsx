import type { ReactNode } from 'react'
import { describedBy, Field, TextArea, TextField } from '~/ui/field'
import { SelectField } from '~/ui/select-field'
import type { Draft } from './deal-draft'
import type { FieldWith } from './deal-fields'
import { PriceWarning } from './price-warning'
import type { FetchFromLink } from './use-fetch-from-link'

type NamedOption = { id: string; name: string; depth?: number }
export type FilterOptions = { categories: NamedOption[]; platforms: NamedOption[] }

type ControlProps = FilterOptions & { draft: Draft; fetching: FetchFromLink }
/** The control of each field in a section of the editor, in the order shown. A field without one does not compile. */
export type Controls<Section> = Record<FieldWith<'section', Section>, (props: ControlProps) => ReactNode>

type SectionProps = ControlProps & { title: string; grid?: string; controls: Partial<Controls<unknown>> }

export function Section({ title, grid, controls, ...props }: SectionProps) {
  return (
    <section className="box">
      <div className="box__head">
        <h2>{title}</h2>
      </div>
      <div className={`box__body form-grid ${grid ?? ''}`}>
        {Object.entries(controls).map(([field, Control]) => (
          <Control key={field} {...props} />
        ))}
      </div>
    </section>
  )
}

export const DEAL_CONTROLS: Controls<'deal'> = {
  title: ({ draft }) => <TextField {...draft.control('title')} />,
  vendor_name: ({ draft }) => <TextField {...draft.control('vendor_name')} />,
  slug: SlugField,
  category_id: ({ draft, categories }) => (
    <SelectField options={optionsOf(categories)} {...draft.control('category_id')} />
  ),
  platform_id: ({ draft, platforms }) => (
    <SelectField options={optionsOf(platforms)} {...draft.control('platform_id')} />
  ),
  summary: ({ draft }) => (
    <TextArea counter fieldClassName="span-2" className="input--short" {...draft.control('summary')} />
  ),
  description: ({ draft }) => <TextArea fieldClassName="span-2" {...draft.control('description')} />,
  tags: ({ draft }) => <TextField fieldClassName="span-2" hint="Separate with commas." {...draft.control('tags')} />,
}

function SlugField({ draft }: ControlProps) {
  const { label, errors, id, name, defaultValue, maxLength } = draft.control('slug')
  const hint = 'Leave empty to generate it from the title.'
  return (
    <Field {...{ id, label, hint, errors }} optional className="span-2">
      <span className="prefix">
        <span aria-hidden="true">/deals/</span>
        <input
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          {...{ id, name, defaultValue, maxLength }}
          {...describedBy({ id, hint, errors })}
        />
      </span>
    </Field>
  )
}

export const PRICE_CONTROLS: Controls<'price'> = {
  original_price: ({ draft }) => <TextField {...draft.control('original_price')} />,
  deal_price: ({ draft }) => <TextField {...draft.control('deal_price')} />,
  currency: ({ draft }) => (
    <>
      <TextField className="uppercase" {...draft.control('currency')} label="Currency (3 letters)" />
      <PriceWarning draft={draft} />
    </>
  ),
  start_date: ({ draft }) => <TextField {...draft.control('start_date')} />,
  end_date: ({ draft }) => <TextField {...draft.control('end_date')} />,
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function optionsOf(items: NamedOption[]) {
  const options = items.map(({ id, name, depth = 0 }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return [{ value: '', label: 'Choose…' }, ...options]
}
