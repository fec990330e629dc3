import { OfferList } from '~/features/catalog/products/offer-list'
import type { KnownOffers } from '~/features/contributions/suggestions/suggestion'
import { describedBy, FieldErrors } from '~/ui/field'
import { Icon } from '~/ui/icon'

type KnownLinkProps = {
  known: KnownOffers
  isDifferent: boolean
  /** Of the box to tick. */
  errors: string[] | undefined
}

/** The deals that a link belongs to already. */
export function KnownLink({ known: { product, offers, more }, isDifferent, errors }: KnownLinkProps) {
  return (
    <div className="notice notice--wait suggest__known">
      <Icon name="info" />
      <b>This link is on record already.</b>
      <p>
        {'It belongs to these deals'}
        {product ? (
          <>
            {' of '}
            <bdi>{product}</bdi>
          </>
        ) : null}
        {'. If yours is one of them, there is nothing to send.'}
        {more > 0 ? ` ${more} more are on record.` : null}
      </p>
      <OfferList offers={offers} className="offers" />
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            id="is_different"
            name="is_different"
            defaultChecked={isDifferent}
            {...describedBy({ id: 'is_different', errors })}
          />
          <span>Mine is a different offer</span>
        </label>
        <FieldErrors id="is_different" errors={errors} />
      </div>
    </div>
  )
}
