import { DealTags } from '~/features/deals/deal-tags'
import { GetDealLink } from '~/features/deals/get-deal-link'
import { ButtonLink } from '~/ui/button'
import { signInPath } from '~/ui/gate'
import { Facts } from './facts'
import { ShareLinks } from './share-links'
import type { ShownDeal } from './shown-deal'
import { Sum } from './sum'
import { useIsVisitor } from './visitor'

/** The sidebar. `address` is the page's own, for sharing. */
export function Slip({ deal, address }: { deal: ShownDeal; address: string }) {
  const isVisitor = useIsVisitor()
  return (
    <aside className="detail__side" aria-label="Deal Information">
      <div className="detail__stick">
        <div className="slip">
          <h2 className="slip__head">Deal Information</h2>
          <div className="slip__body">
            <Sum deal={deal} />
            <div className="slip__actions">
              <GetDealLink deal={deal} label="Get This Deal" size="lg" block />
              {isVisitor ? <BookmarkGate slug={deal.slug} /> : null}
            </div>
            <Facts deal={deal} />
            {deal.tags.length > 0 ? (
              <div>
                <p className="slip__label">Tags</p>
                <DealTags tags={deal.tags} />
              </div>
            ) : null}
            <ShareLinks title={deal.title} address={address} />
            <p className="slip__note">Purchases happen on the vendor's platform. We may earn a commission.</p>
          </div>
        </div>
      </div>
    </aside>
  )
}

function BookmarkGate({ slug }: { slug: string }) {
  return (
    <>
      <ButtonLink
        to={signInPath(`/deals/${slug}`)}
        tone="secondary"
        icon="bookmark"
        block
        aria-describedby="bookmark-gate"
      >
        Bookmark
      </ButtonLink>
      <p className="slip__note text-center" id="bookmark-gate">
        Please sign in to bookmark deals
      </p>
    </>
  )
}
