import { Link } from '@remix-run/react'
import type { OtherOffers } from '~/features/catalog/deals/deal'
import { classes } from '~/ui/classes'
import { pluralize } from '~/ui/pluralize'

type OtherOffersLinkProps = {
  deal: Partial<OtherOffers> & { slug: string; title: string }
  className?: string
}

/** "+4 other offers", or "+4 earlier offers" where all of them have ended; nothing without any. */
export function OtherOffersLink({ deal, className }: OtherOffersLinkProps) {
  const { slug, title, other_offers = 0, others_ended } = deal
  if (other_offers === 0) return null
  return (
    <Link
      className={classes('text-foreground decoration-border-strong', className)}
      to={`/deals/${slug}#offers`}
      discover="none"
    >
      {`+${pluralize(other_offers, others_ended ? 'earlier offer' : 'other offer')}`}
      <span className="sr-only">{` of ${title}`}</span>
    </Link>
  )
}
