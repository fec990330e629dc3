import { Link, useFetcher } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { isOpenStatus, neverChecked } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { isSubscription } from '~/features/catalog/deals/regular-price'
import { imageOf } from '~/features/catalog/pictures/picture'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isStaff } from '~/features/people/accounts/profile'
import { Artwork } from '~/ui/artwork'
import { Badge, Tag } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { Seal } from '~/ui/seal'
import { Stars } from '~/ui/stars'
import { DealNoticeBox } from './deal-notice'
import { useDeal } from './use-deal'

const LINK = 'inline-flex min-h-6 items-center gap-1 text-foreground no-underline hover:underline'

/** The sidebar is beside it from `lg`. */
const SIZES = '(min-width: 80rem) 50rem, (min-width: 64rem) calc(100vw - 30rem), 100vw'

/** What a reader asks first: what is it, and is it live? The picture follows. */
export function DealTop() {
  const { deal } = useDeal()
  const image = imageOf(deal.picture, SIZES)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 lg:col-start-1 lg:row-start-1">
      <DealNoticeBox />
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2.5">
        <div className="flex w-full items-center gap-x-4 gap-y-2">
          {image ? null : <Seal seed={deal.slug} title={deal.title} />}
          <h1 className="min-w-0 flex-1">
            <bdi>{deal.title}</bdi>
          </h1>
          <EditLink />
        </div>
        <StatusLine />
      </div>
      {image ? (
        <div className="aspect-16/9 overflow-hidden rounded-lg border border-border bg-muted *:size-full *:object-cover sm:aspect-2/1">
          <Artwork image={image} seed={deal.slug} title={deal.title} leads />
        </div>
      ) : null}
      {deal.summary ? (
        <p className="max-w-measure text-lead leading-[1.55] text-pretty" dir="auto">
          {deal.summary}
        </p>
      ) : null}
    </div>
  )
}

/** Vendor, status, end date, last check and rating. */
function StatusLine() {
  const { deal, today } = useDeal()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small text-muted-foreground">
      <span>
        by{' '}
        {deal.published ? (
          <Link className={classes(LINK, 'font-medium')} to={`/vendors/${deal.vendor_slug}`} discover="none">
            <bdi>{deal.vendor_name}</bdi>
          </Link>
        ) : (
          <b className="font-semibold text-foreground">
            <bdi>{deal.vendor_name}</bdi>
          </b>
        )}
      </span>
      <DealStatusBadge status={deal.shown_status} />
      {isSubscription(deal) ? <Tag icon="rotate-cw">Subscription</Tag> : null}
      {deal.published ? null : <Badge tone="draft">Draft</Badge>}
      {hasDateToShow(deal) ? <AvailabilityDate deal={deal} today={today} /> : null}
      <CheckedLine />
      {deal.published ? <StillCorrect /> : null}
      <Rating />
    </div>
  )
}

/** The start of an open deal is in the sidebar. */
const hasDateToShow = ({ shown_status, end_date }: ReturnType<typeof useDeal>['deal']) =>
  end_date !== null || !isOpenStatus(shown_status)

/** For staff, on published deals and drafts. */
function EditLink() {
  const { id } = useDeal().deal
  const user = useCurrentUser()
  if (!user || !isStaff(user)) return null
  return (
    <ButtonLink to={`/admin/deals/${id}`} tone="secondary" size="sm" icon="pencil">
      Edit
    </ButtonLink>
  )
}

function Rating() {
  const { slug, rating_average, review_count } = useDeal().deal
  if (rating_average === null || review_count === 0) return null
  return (
    <Link className={classes(LINK, 'whitespace-nowrap')} to={`/deals/${slug}#record`}>
      <Stars value={Number(rating_average)} small />
      <b className="font-semibold">{Number(rating_average).toFixed(1)}</b>
      <span className="text-muted-foreground">{`(${pluralize(review_count, 'review')})`}</span>
    </Link>
  )
}

/** When the offer was last confirmed. Green unless reports that it has ended wait. */
function CheckedLine() {
  const {
    deal: { confirmed_on, imported_at },
    notice,
  } = useDeal()
  if (confirmed_on === null) {
    return (
      <span className="inline-flex items-center gap-1">
        <Icon name="clock" className="size-4" />
        {neverChecked(imported_at)}
      </span>
    )
  }
  return (
    <span className={classes('inline-flex items-center gap-1', notice?.kind !== 'reported' && 'text-verified')}>
      <Icon name="circle-check" className="size-4" />
      {`Checked ${formatDate(confirmed_on)}`}
    </span>
  )
}

/** For staff: one press says that they compared the page with the vendor's. */
function StillCorrect() {
  const { slug } = useDeal().deal
  const user = useCurrentUser()
  const fetcher = useFetcher()
  if (!user || !isStaff(user)) return null
  return (
    <fetcher.Form method="post" action={`/deals/${slug}/check`}>
      <Button
        tone="secondary"
        size="sm"
        icon="check"
        name="intent"
        value="still-correct"
        busy={fetcher.state !== 'idle'}
      >
        Still correct
      </Button>
    </fetcher.Form>
  )
}
