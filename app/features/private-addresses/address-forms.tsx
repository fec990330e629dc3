import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '~/ui/button'
import { Field } from '~/ui/field'

/** Where the addresses are shown. */
export const ADDRESSES_SECTION = '/account/following#addresses'

type AddressFieldProps = { id: string; label: string; address: string; hint?: ReactNode }

/** A secret address to copy; without scripts it can be selected. */
export function AddressField({ id, label, address, hint }: AddressFieldProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <span className="private-address">
        <input className="input" id={id} readOnly value={address} aria-describedby={hint ? `${id}-hint` : undefined} />
        <IconButton
          icon="copy"
          label={`Copy ${label.toLowerCase()}`}
          line
          data-copy={address}
          data-copied="Address copied"
          className="noscript:hidden"
        />
      </span>
    </Field>
  )
}

export function RenewAddresses() {
  return (
    <Form method="post" action="/account/addresses" className="renew-addresses">
      <Button tone="secondary" icon="rotate-cw">
        Make new addresses
      </Button>
      <span className="field__hint">The old ones stop working at once.</span>
    </Form>
  )
}
