import { Form, Link, useLocation } from '@remix-run/react'
import { TargetField } from '~/features/audience/following/target-field'
import { commissionLine } from '~/features/catalog/deals/commission'
import { DealTags } from '~/features/catalog/deals/deal-tags'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { CompareLink } from '~/features/catalog/deals/list/deal-card'
import { savedPercent } from '~/features/catalog/deals/regular-price'
import { bookmarkPath } from '~/features/contributions/bookmarks/bookmark'
import { BookmarkButton } from '~/features/contributions/bookmarks/bookmark-button'
import { priceReportPath } from '~/features/contributions/change-logs/price-report'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive, SUSPENDED_TEXT } from '~/features/people/accounts/profile'
import { useFormInPlace } from '~/http/form-hooks'
import { Button, IconButton, IconLink } from '~/ui/button'
import { FieldHint } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { INLINE_FORM } from '~/ui/inline-form'
import { Input } from '~/ui/input'
import { formatMoney } from '~/ui/money'
import { ReportLink } from '~/ui/report-link'
import { Availability } from './availability'
import { Coupon, DealFacts, PriceNotes, PriceSummary } from './prices'
import { useDeal } from './use-deal'

/** It stays in view where the window is high enough for it, without a scroll bar of its own. */
const STICKY = 'lg:top-21 lg:[@media(min-height:68rem)]:sticky print:static'
const ROW = 'flex flex-wrap items-center justify-between gap-2 border-t border-border pt-3'
const ROW_HEAD = 'text-control font-normal text-muted-foreground'
const NOTE = 'text-caption leading-5 text-subtle-foreground'

export function DealSidebar() {
  const { deal, bookmark } = useDeal()
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const canFollow = user !== undefined && isActive(user)
  return (
    <aside className="lg:col-start-2 lg:row-span-2 lg:row-start-1" aria-label="Deal Information">
      <div className={STICKY}>
        <div className="overflow-hidden rounded-md border border-border-strong bg-card">
          <h2 className="border-b border-border-strong bg-muted px-5.5 py-3 font-sans text-base leading-snug font-bold tracking-[0]">
            Deal Information
          </h2>
          <div className="grid gap-3 px-5.5 pt-3.5 pb-4">
            <PriceSummary />
            <PriceNotes />
            <Coupon />
            <DealFacts />
            <div className="grid gap-2 print:hidden">
              <GetDealLink deal={deal} label="Get This Deal" size="lg" block />
              <p className={`${NOTE} text-center`}>{commissionLine(deal)}</p>
              <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2.5">
                <BookmarkControl />
                {deal.published ? <CompareLink deal={deal} isNamed /> : null}
              </div>
              {bookmark && canFollow ? <PriceAlert target_price={bookmark.target_price} /> : null}
            </div>
            <ShareButtons />
            {deal.tags.length > 0 ? (
              <section className={ROW} aria-labelledby="tags">
                <h3 className={ROW_HEAD} id="tags">
                  Tags
                </h3>
                <DealTags tags={deal.tags} discount={savedPercent(deal) ?? deal.discount_percent} />
              </section>
            ) : null}
          </div>
        </div>
        {deal.published ? (
          <div className="px-1 pt-4">
            <Availability />
            <div className="mt-2 flex flex-wrap items-center gap-x-4 print:hidden">
              {/* The Change Log has the form itself. */}
              {pathname.endsWith('/changes') ? null : (
                <Link
                  className="link inline-flex min-h-6 items-center text-small"
                  to={priceReportPath(deal.slug)}
                  discover="none"
                >
                  Report a price change
                </Link>
              )}
              <ReportLink kind="deal" id={deal.id} className="-ms-3" />
            </div>
          </div>
        ) : null}
      </div>
    </aside>
  )
}

/** The form of visitors opens the sign-in page and is submitted after it. Suspended members get a disabled button. */
function BookmarkControl() {
  const { deal, bookmark } = useDeal()
  const isBookmarked = Boolean(bookmark)
  const user = useCurrentUser()
  const { pathname, search } = useLocation()
  if (user && isActive(user)) {
    return <BookmarkButton slug={deal.slug} isBookmarked={isBookmarked} returnTo={pathname + search} />
  }
  const look = { tone: 'secondary', block: true, icon: isBookmarked ? 'bookmark-check' : 'bookmark' } as const
  return (
    <>
      {user ? (
        <Button type="button" disabled aria-describedby="bookmark-note" {...look}>
          {isBookmarked ? 'Bookmarked' : 'Bookmark'}
        </Button>
      ) : (
        <Form method="post" action={bookmarkPath(deal.slug)}>
          <Button name="intent" value="add" aria-describedby="bookmark-note" {...look}>
            Bookmark
          </Button>
        </Form>
      )}
      <p className={`${NOTE} order-1 col-span-full text-center`} id="bookmark-note">
        {user ? SUSPENDED_TEXT : 'Please sign in to bookmark deals'}
      </p>
    </>
  )
}

/** Plain links, so that no network learns about readers. Without scripts the address is shown for copying. */
function ShareButtons() {
  const { deal, head } = useDeal()
  const { title } = deal
  const address = head.canonical
  const networks = [
    ['Twitter', 'brand-x', 'twitter.com/intent/tweet', { text: title, url: address }],
    ['LinkedIn', 'brand-linkedin', 'www.linkedin.com/sharing/share-offsite/', { url: address }],
    ['Facebook', 'brand-facebook', 'www.facebook.com/sharer/sharer.php', { u: address }],
  ] as const
  return (
    <section className={`${ROW} print:hidden`} aria-labelledby="share">
      <h3 className={ROW_HEAD} id="share">
        Share
      </h3>
      <div className="flex items-center gap-2">
        {networks.map(([name, icon, page, params]) => (
          <IconLink
            key={name}
            icon={icon}
            label={`Share on ${name}, opens in a new tab`}
            data-tip={`Share on ${name}`}
            tone="line"
            href={`https://${page}?${new URLSearchParams(params)}`}
            target="_blank"
            rel="nofollow noopener noreferrer"
          />
        ))}
        <IconButton icon="link" label="Copy link" tone="line" data-copy={address} className="noscript:hidden" />
      </div>
      <Input
        type="text"
        className="hidden min-w-16 flex-1 noscript:block"
        aria-label="Link to this page"
        readOnly
        value={address}
      />
    </section>
  )
}

/** Shown to members who have saved the deal. Without scripts its errors are shown on the page of what they follow. */
function PriceAlert({ target_price }: { target_price: string | null }) {
  const { deal } = useDeal()
  const { Form, formProps, result, isSending } = useFormInPlace()
  const { pathname, search } = useLocation()
  const settings = `/account/following?deal=${deal.id}`
  const form = (
    <Form {...formProps} action={settings} className={INLINE_FORM}>
      <input type="hidden" name="intent" value="target" />
      <input type="hidden" name="id" value={deal.id} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <TargetField label="Alert me at or below" deal={{ ...deal, target_price }} result={result} />
      <Button tone="secondary" busy={isSending}>
        Save
      </Button>
      <FieldHint className="basis-full">
        {"You'll also hear about changes and when it ends. "}
        <Link className="link" to={`${settings}#deals`} discover="none">
          Edit alerts
        </Link>
      </FieldHint>
    </Form>
  )
  if (target_price === null) return <div className="rounded-sm bg-muted p-3.5">{form}</div>
  const alert = (
    <span>
      {`Alert at ${formatMoney(target_price, deal.currency)}. `}
      <span className="link">Change</span>
    </span>
  )
  return (
    // Closed again when another price was saved.
    <Fold className="rounded-sm bg-muted px-3.5 open:pb-3.5" key={target_price} summary={alert}>
      {form}
    </Fold>
  )
}
