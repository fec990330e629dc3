import { Link, useFetcher } from '@remix-run/react'
import { isSubscription } from '~/features/catalog/deals/regular-price'
import { imageOf } from '~/features/catalog/pictures/picture'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isStaff } from '~/features/people/accounts/profile'
import { Artwork } from '~/ui/artwork'
import { Badge, Tag } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Seal } from '~/ui/seal'
import { AnswerLine } from './answer-line'
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
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small text-muted-foreground">
          <VendorName />
          {isSubscription(deal) ? <Tag icon="rotate-cw">Subscription</Tag> : null}
          {deal.published ? <StillCorrect /> : <Badge tone="draft">Draft</Badge>}
        </div>
        <AnswerLine />
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

/** The vendor of a draft may have no page. */
function VendorName() {
  const { published, vendor_slug, vendor_name } = useDeal().deal
  return (
    <span>
      by{' '}
      {published ? (
        <Link className={classes(LINK, 'font-medium')} to={`/vendors/${vendor_slug}`} discover="none">
          <bdi>{vendor_name}</bdi>
        </Link>
      ) : (
        <b className="font-semibold text-foreground">
          <bdi>{vendor_name}</bdi>
        </b>
      )}
    </span>
  )
}

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
