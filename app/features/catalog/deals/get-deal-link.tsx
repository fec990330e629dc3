import type { Commission } from '~/features/catalog/links/link-program'
import { ButtonLink } from '~/ui/button'
import { isOpenStatus, isPastStatus, type ShownStatus } from './deal'

type GetDealLinkProps = {
  deal: { slug: string; title: string; shown_status: ShownStatus; commission: Commission }
  label?: 'Get Deal' | 'Get This Deal'
  size?: 'lg' | 'md' | 'sm'
  block?: boolean
}

/**
 * The link to the vendor, through /go/{slug}, which records the click. Secondary when the deal cannot be bought now,
 * and "Visit Vendor" when it has ended or is not confirmed. Its arrow comes from the style sheet.
 */
export function GetDealLink({ deal, label = 'Get Deal', size, block }: GetDealLinkProps) {
  return (
    <ButtonLink
      href={`/go/${deal.slug}`}
      target="_blank"
      rel={vendorLinkRel(deal)}
      tone={isOpenStatus(deal.shown_status) ? 'primary' : 'secondary'}
      className="go"
      size={size}
      block={block}
    >
      {isPastStatus(deal.shown_status) ? 'Visit Vendor' : label}
      <span className="sr-only">{`: ${deal.title}, opens in a new tab`}</span>
    </ButtonLink>
  )
}

/** Only a link that earns is sponsored. */
export const vendorLinkRel = ({ commission }: Pick<GetDealLinkProps['deal'], 'commission'>) =>
  commission === 'ours' ? 'sponsored nofollow noopener' : 'nofollow noopener'
