import { Link } from '@remix-run/react'
import { VENDOR_LIMITS } from '~/features/catalog/vendors/vendor'
import { mergePath } from '~/features/staff/merging/merging'
import { describedBy, Field, TextField } from '~/ui/field'
import type { FieldOf } from './field-of'

export function VendorBox({ id, field, mayMerge }: { id: string; field: FieldOf; mayMerge: boolean }) {
  const name = field('name')
  const slug = field('slug')
  const hint = 'The old URL redirects to the new one.'
  return (
    <section className="box" aria-labelledby="about">
      <div className="box__head">
        <h2 id="about">Vendor</h2>
      </div>
      <div className="box__body form-grid form-grid--2">
        <TextField
          {...name}
          label="Name"
          required
          maxLength={VENDOR_LIMITS.name}
          hint={
            name.errors && mayMerge ? (
              <Link className="link" to={mergePath('vendor', id, { q: name.defaultValue ?? '' })}>
                Compare with the vendor of this name
              </Link>
            ) : (
              'Deals keep the vendor name they were entered with.'
            )
          }
        />
        <Field id={slug.id} label="Slug" hint={hint} errors={slug.errors} optional>
          <span className="prefix">
            <span aria-hidden="true">/vendors/</span>
            <input
              className="input"
              autoCapitalize="none"
              spellCheck={false}
              id={slug.id}
              name={slug.name}
              defaultValue={slug.defaultValue}
              {...describedBy({ id: slug.id, hint, errors: slug.errors })}
            />
          </span>
        </Field>
        <TextField
          {...field('website_url')}
          label="Website"
          type="url"
          optional
          placeholder="https://"
          maxLength={VENDOR_LIMITS.url}
          fieldClassName="span-2"
        />
      </div>
    </section>
  )
}
