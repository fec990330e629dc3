import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { imageOf } from '~/features/catalog/pictures/picture'
import {
  type FreshnessRow,
  type FreshnessSearch,
  type FreshnessSection,
  freshnessPath,
  rowAnchor,
} from '~/features/staff/freshness/freshness'
import { KeyHint } from '~/features/staff/moderation/key-hint'
import { utcToday } from '~/http/utc-day'
import { Artwork } from '~/ui/artwork'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { BoxFoot } from '~/ui/box-foot'
import { Button, ButtonLink } from '~/ui/button'
import { shortUrl } from '~/ui/outside-link'
import { outsideUrl } from '~/ui/outside-url'
import { cappedCount } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'
import { Thumb } from '~/ui/thumb'

const TITLES: Record<FreshnessSection, string> = {
  reported: 'Reported as ended',
  broken: 'Link may be broken',
  unconfirmed: 'Not confirmed',
  unchecked: 'Not checked for 90 days, or 30 when ending soon',
  pictures: 'Pictures that could not be fetched',
}
const ORDERS: Record<FreshnessSection, string> = {
  reported: 'oldest first',
  broken: 'failures on three days',
  unconfirmed: 'no end date and no recent check',
  unchecked: 'ending first',
  pictures: 'three tries on three days',
}

type ListedDealsProps = {
  section: FreshnessSection
  rows: FreshnessRow[]
  count: number
  search: FreshnessSearch
  /** Between the title and the deals. */
  children?: ReactNode
}

export function ListedDeals({ section, rows, count, search, children }: ListedDealsProps) {
  return (
    <Box aria-labelledby={section}>
      <BoxHead>
        <BoxTitle id={section}>{TITLES[section]}</BoxTitle>
        <span className="text-small text-muted-foreground">{`${cappedCount(count)}, ${ORDERS[section]}`}</span>
      </BoxHead>
      {children}
      <ul className="divide-y divide-border">
        {rows.map((deal, index) => (
          <Row key={deal.id} {...{ deal, section, search }} next={(rows[index + 1] ?? rows[index - 1])?.id} />
        ))}
      </ul>
      {search.section === '' && count > rows.length ? (
        <BoxFoot>
          <Link className="link inline-flex min-h-9 items-center" to={freshnessPath({ section })} discover="none">
            {`All ${cappedCount(count)}`}
            <span className="sr-only">{`: ${TITLES[section]}`}</span>
          </Link>
        </BoxFoot>
      ) : null}
    </Box>
  )
}

// On phones the buttons of a row share its width.
const BUTTON = 'max-md:flex-auto'

type RowProps = { deal: FreshnessRow; section: FreshnessSection; search: FreshnessSearch; next?: string }

// One line from `xl`, where the buttons leave room for the words before them.
const ROW =
  'grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 px-5 py-4 focus-within:rounded-xs focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-ring xl:grid-cols-[4rem_13rem_minmax(0,1fr)_auto] xl:gap-x-5'

function Row({ deal, section, search, next }: RowProps) {
  return (
    <li className={ROW} id={rowAnchor(deal.id)} tabIndex={-1} data-item>
      <Thumb size="sm">
        <Artwork image={imageOf(deal.picture)} seed={deal.slug} title={deal.title} />
      </Thumb>
      <div className="text-caption leading-snug text-subtle-foreground">
        <h3 className="text-base text-foreground wrap-anywhere">
          <Link className="no-underline hover:underline" to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        </h3>
        <p>
          <bdi>{deal.vendor_name}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-1.5">
          <DealStatusBadge status={deal.shown_status} />
          {deal.shown_status !== 'EXPIRED' && deal.end_date === null ? (
            'No end date'
          ) : (
            <AvailabilityDate deal={deal} today={utcToday()} />
          )}
        </p>
      </div>
      <div className="grid gap-1 text-small leading-5 text-muted-foreground wrap-anywhere max-xl:col-span-2">
        <p>
          <b className="font-semibold text-foreground">{deal.fact}</b>
          {deal.more}
        </p>
        <VendorLink deal={deal} />
      </div>
      <Form className="flex flex-wrap gap-2 max-xl:col-span-2" method="post" action={freshnessPath(search)}>
        <input type="hidden" name="id" value={deal.id} />
        <input type="hidden" name="next" value={next ?? ''} />
        {section === 'pictures' ? (
          <TryAgain deal={deal} />
        ) : (
          <Verdicts deal={deal} isUnchecked={section === 'unchecked'} />
        )}
        <ButtonLink to={`/admin/deals/${deal.id}`} tone="ghost" size="sm" icon="pencil" className={BUTTON}>
          Edit
          <span className="sr-only"> {deal.title}</span>
        </ButtonLink>
      </Form>
    </li>
  )
}

function Verdicts({ deal, isUnchecked }: { deal: FreshnessRow; isUnchecked: boolean }) {
  return (
    <>
      {isUnchecked ? <Confirm deal={deal} label="Still correct" isPrimary /> : null}
      <Button name="intent" value="expire" tone="danger-quiet" size="sm" icon="lock" data-key="e" className={BUTTON}>
        Set expired
        <span className="sr-only">{`: ${deal.title}`}</span>
        <KeyHint name="E" look="onButton" />
      </Button>
      {isUnchecked ? null : <Confirm deal={deal} label="Still available" />}
    </>
  )
}

function TryAgain({ deal }: { deal: FreshnessRow }) {
  return (
    <Button name="intent" value="retry-picture" tone="secondary" size="sm" icon="rotate-cw" className={BUTTON}>
      Try again
      <span className="sr-only">{`: ${deal.title}`}</span>
    </Button>
  )
}

function Confirm({ deal, label, isPrimary }: { deal: FreshnessRow; label: string; isPrimary?: boolean }) {
  return (
    <Button
      name="intent"
      value="confirm"
      tone={isPrimary ? 'primary' : 'secondary'}
      size="sm"
      icon="check"
      data-key="s"
      className={BUTTON}
    >
      {label}
      <span className="sr-only">{`: ${deal.title}`}</span>
      <KeyHint name="S" look="onButton" />
    </Button>
  )
}

function VendorLink({ deal }: { deal: FreshnessRow }) {
  const href = outsideUrl(deal.cta_url)
  if (!href) return null
  return (
    <p>
      <a className="link" href={href} target="_blank" rel="nofollow noopener noreferrer" data-key="o">
        {shorten(shortUrl(href), 60)}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}
