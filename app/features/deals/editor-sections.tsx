import type { ReactNode } from 'react'
import { describedBy, Field, TextArea, TextField } from '~/ui/field'
import { SelectField } from '~/ui/select-field'
import { DEAL_LIMITS } from './deal'
import type { Draft } from './deal-draft'
import { PriceWarning } from './price-warning'

type NamedOption = { id: string; name: string; depth?: number }
export type FilterOptions = { categories: NamedOption[]; platforms: NamedOption[] }

export function DealSection({ draft, categories, platforms }: FilterOptions & { draft: Draft }) {
  return (
    <Section title="Deal" grid="form-grid--2">
      <TextField label="Title" required maxLength={DEAL_LIMITS.title} {...draft.control('title')} />
      <TextField label="Vendor name" required maxLength={DEAL_LIMITS.vendor_name} {...draft.control('vendor_name')} />
      <SlugField draft={draft} />
      <SelectField label="Category" required options={optionsOf(categories)} {...draft.control('category_id')} />
      <SelectField label="Platform" required options={optionsOf(platforms)} {...draft.control('platform_id')} />
      <TextArea
        label="Summary"
        optional
        counter
        fieldClassName="span-2"
        className="input--short"
        maxLength={DEAL_LIMITS.summary}
        {...draft.control('summary')}
      />
      <TextArea
        label="Description"
        optional
        fieldClassName="span-2"
        maxLength={DEAL_LIMITS.description}
        {...draft.control('description')}
      />
      <TextField
        label="Tags"
        optional
        fieldClassName="span-2"
        hint="Separate with commas."
        {...draft.control('tags')}
      />
    </Section>
  )
}

function SlugField({ draft }: { draft: Draft }) {
  const { errors, ...control } = draft.control('slug')
  const hint = 'Leave empty to generate it from the title.'
  return (
    <Field label="Slug" optional id="slug" hint={hint} errors={errors} className="span-2">
      <span className="prefix">
        <span aria-hidden="true">/deals/</span>
        <input
          className="input"
          maxLength={DEAL_LIMITS.slug}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          {...describedBy({ id: 'slug', hint, errors })}
        />
      </span>
    </Field>
  )
}

export function PriceSection({ draft }: { draft: Draft }) {
  const amount = { optional: true, inputMode: 'decimal', className: 'input--price', maxLength: 40 } as const
  return (
    <Section title="Price and dates" grid="form-grid--6">
      <TextField label="Original price" {...amount} {...draft.control('original_price')} />
      <TextField label="Deal price" {...amount} {...draft.control('deal_price')} />
      <TextField
        label="Currency (3 letters)"
        className="uppercase"
        maxLength={DEAL_LIMITS.currency}
        {...draft.control('currency')}
      />
      <PriceWarning draft={draft} />
      <TextField label="Start date" type="date" required {...draft.control('start_date')} />
      <TextField label="End date" optional type="date" {...draft.control('end_date')} />
    </Section>
  )
}

export function Section({ title, grid, children }: { title: string; grid?: string; children: ReactNode }) {
  return (
    <section className="box">
      <div className="box__head">
        <h2>{title}</h2>
      </div>
      <div className={`box__body form-grid ${grid ?? ''}`}>{children}</div>
    </section>
  )
}

// Two characters that do not collapse show in a native list which category belongs to which.
function optionsOf(places: NamedOption[]) {
  const options = places.map(({ id, name, depth = 0 }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return [{ value: '', label: 'Choose…' }, ...options]
}
