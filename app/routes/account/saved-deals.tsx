import { Form, Link } from '@remix-run/react'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import type { listSavedDeals } from '~/features/contributions/bookmarks/bookmarks.server'
import { type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { Artwork } from '~/ui/artwork'
import { ButtonLink, IconButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { imageSrc } from '~/ui/image-src'
import { Price } from '~/ui/price'

type SavedDeal = Awaited<ReturnType<typeof listSavedDeals>>[number]

type SavedDealsProps = { deals: SavedDeal[]; isOwn: boolean; canRemove: boolean; result: FormResult }

export function SavedDeals({ deals, isOwn, canRemove, result }: SavedDealsProps) {
  return (
    <section aria-labelledby="saved">
      <div className="section-head section-head--plain">
        <h2 id="saved">Saved Deals</h2>
        <span className="muted small">{`${deals.length.toLocaleString('en-US')} saved`}</span>
      </div>
      <ErrorSummary errors={submittedValue(result, 'intent') === 'remove-bookmark' ? summaryOf(result) : []} />
      {deals.length > 0 ? (
        <ul className="saved">
          {deals.map((deal) => (
            <SavedDealRow key={deal.id} deal={deal} canRemove={canRemove} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon="bookmark"
          title="No saved deals yet"
          text={canRemove ? 'Save deals to find them here.' : undefined}
        >
          {isOwn ? (
            <ButtonLink to="/deals" tone="secondary">
              Browse Deals
            </ButtonLink>
          ) : null}
        </EmptyState>
      )}
    </section>
  )
}

function SavedDealRow({ deal, canRemove }: { deal: SavedDeal; canRemove: boolean }) {
  const { id, slug, title, summary, deal_price, currency } = deal
  const path = `/deals/${slug}`
  return (
    <li>
      <Link className="thumb" to={path} tabIndex={-1} aria-hidden="true">
        <Artwork src={imageSrc(deal.hero_image_url) ?? null} seed={slug} title={title} />
      </Link>
      <div>
        <Link className="saved__name" to={path}>
          <bdi>{title}</bdi>
        </Link>
        {summary ? <p dir="auto">{summary}</p> : null}
      </div>
      <div className="saved__price">
        <Price amount={deal_price} currency={currency} label="Deal price" />
        <RegularPrice deal={deal} isSmall />
      </div>
      {canRemove ? (
        <div className="saved__action">
          <Form method="post" action="/account">
            <input type="hidden" name="dealId" value={id} />
            <IconButton
              type="submit"
              name="intent"
              value="remove-bookmark"
              icon="bookmark-x"
              label={`Remove bookmark: ${title}`}
              data-tip="Remove bookmark"
            />
          </Form>
        </div>
      ) : null}
    </li>
  )
}
