import { AddressField, RenewAddresses } from './address-forms'
import type { PrivateAddresses } from './private-addresses.server'

type AddressSectionProps = { addresses: PrivateAddresses; canRenew: boolean }

export function AddressSection({ addresses, canRenew }: AddressSectionProps) {
  return (
    <section aria-labelledby="addresses">
      <div className="section-head">
        <h2 id="addresses">Calendar and feed</h2>
      </div>
      <div className="form-grid">
        <AddressField
          id="calendar-address"
          label="Calendar address"
          address={addresses.calendar}
          hint="Refund deadlines, end dates of deals you follow, redeem-by dates. Anyone with the address can read it."
        />
        <AddressField id="feed-address" label="Private feed" address={addresses.feed} hint="Your notifications." />
        {canRenew ? <RenewAddresses /> : null}
      </div>
    </section>
  )
}
