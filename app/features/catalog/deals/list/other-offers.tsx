import { Link } from '@remix-run/react'
import type { OtherOffers } from '~/features/catalog/deals/deal'
import { pluralize } from '~/ui/pluralize'

type OtherOffersLinkProps = { deal: Partial<OtherOffers> & { slug: string; title: string } }

/** "+4 other offers", or "+4 earlier offers" where all of them have ended; nothing without any. */
export function OtherOffersLink({ deal: { slug, title, other_offers = 0, others_ended } }: OtherOffersLinkProps) {
  if (other_offers === 0) return null
  return (
    <Link className="deal__more" to={`/deals/${slug}#offers`} discover="none">
      {`+${pluralize(other_offers, others_ended ? 'earlier offer' : 'other offer')}`}
      <span className="sr-only">{` of ${title}`}</span>
    </Link>
  )
}
