import { Form, Link } from '@remix-run/react'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { imageOf } from '~/features/catalog/pictures/picture'
import type { listSavedDeals } from '~/features/contributions/bookmarks/bookmarks.server'
import { type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { Artwork } from '~/ui/artwork'
import { ButtonLink, IconButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Icon } from '~/ui/icon'
import { NameLink } from '~/ui/name-link'
import { SectionHead } from '~/ui/section-head'
import { Thumb } from '~/ui/thumb'

type SavedDeal = Awaited<ReturnType<typeof listSavedDeals>>[number]

type SavedDealsProps = {
  deals: SavedDeal[]
  isOwn: boolean
  /** Links to the page with all of them. */
  hasMore: boolean
  canRemove: boolean
  result: FormResult
}

export function SavedDeals({ deals, isOwn, hasMore, canRemove, result }: SavedDealsProps) {
  return (
    <section aria-labelledby="saved">
      <SectionHead line="none">
        <h2 id="saved">Saved Deals</h2>
        {isOwn ? null : (
          <span className="text-muted-foreground text-small">{`${deals.length.toLocaleString('en-US')} saved`}</span>
        )}
        {hasMore ? (
          <Link className="link link--arrow" to="/account/following#deals" discover="none">
            All saved deals
            <Icon name="arrow-right" />
          </Link>
        ) : null}
      </SectionHead>
      <ErrorSummary errors={submittedValue(result, 'intent') === 'remove-bookmark' ? summaryOf(result) : []} />
      {deals.length > 0 ? (
        <ul className="grid border-t border-border-strong">
          {deals.map((deal) => (
            <SavedDealRow key={deal.id} deal={deal} canRemove={canRemove} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon="bookmark"
          title="No saved deals yet"
          text={canRemove ? 'Bookmark a deal to save it here and hear when its price or terms change.' : undefined}
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
  const { id, slug, title, summary } = deal
  const path = `/deals/${slug}`
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-border py-4 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto_auto]">
      <Link className="row-span-2 self-start sm:row-auto" to={path} tabIndex={-1} aria-hidden="true">
        <Thumb>
          <Artwork image={imageOf(deal.picture)} seed={slug} title={title} />
        </Thumb>
      </Link>
      <div className="col-[2/-1] sm:col-auto">
        <NameLink to={path}>
          <bdi>{title}</bdi>
        </NameLink>
        {summary ? (
          <p className="text-small leading-5 text-muted-foreground" dir="auto">
            {summary}
          </p>
        ) : null}
      </div>
      <div className="col-start-2 flex items-baseline gap-2.5 sm:col-auto sm:flex-col sm:items-end sm:gap-0.5">
        <OfferedPrice deal={deal} label="Deal price" size="sm" />
        <RegularPrice deal={deal} isSmall />
      </div>
      {canRemove ? (
        <div className="col-start-3 -me-2.5 sm:col-auto">
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
