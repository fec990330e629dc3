import { Form, Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { type FreshnessRow, type FreshnessSearch, freshnessPath, rowAnchor } from '~/features/staff/freshness/freshness'
import type { ListedSection } from '~/features/staff/freshness/freshness-list.server'
import { KeyHint } from '~/features/staff/moderation/key-hint'
import { utcToday } from '~/http/utc-day'
import { Artwork } from '~/ui/artwork'
import { Button, ButtonLink } from '~/ui/button'
import { imageSrc } from '~/ui/image-src'
import { shortUrl } from '~/ui/outside-link'
import { outsideUrl } from '~/ui/outside-url'
import { cappedCount } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'
import { Thumb } from '~/ui/thumb'

const TITLES: Record<ListedSection, string> = {
  reported: 'Reported as ended',
  broken: 'Link may be broken',
  unchecked: 'Not checked for 90 days, or 30 when ending soon',
}
const ORDERS: Record<ListedSection, string> = {
  reported: 'oldest first',
  broken: 'failures on three days',
  unchecked: 'ending first',
}

type ListedDealsProps = { section: ListedSection; rows: FreshnessRow[]; count: number; search: FreshnessSearch }

export function ListedDeals({ section, rows, count, search }: ListedDealsProps) {
  return (
    <section className="box" aria-labelledby={section}>
      <div className="box__head">
        <h2 id={section}>{TITLES[section]}</h2>
        <span className="small muted">{`${cappedCount(count)}, ${ORDERS[section]}`}</span>
      </div>
      <ul className="fresh-deals">
        {rows.map((deal, index) => (
          <Row key={deal.id} {...{ deal, section, search }} next={(rows[index + 1] ?? rows[index - 1])?.id} />
        ))}
      </ul>
      {search.section === '' && count > rows.length ? (
        <p className="queue-group__foot">
          <Link className="link" to={freshnessPath({ section })} discover="none">
            {`All ${cappedCount(count)}`}
            <span className="sr-only">{`: ${TITLES[section]}`}</span>
          </Link>
        </p>
      ) : null}
    </section>
  )
}

type RowProps = { deal: FreshnessRow; section: ListedSection; search: FreshnessSearch; next?: string }

function Row({ deal, section, search, next }: RowProps) {
  return (
    <li className="fresh-deal" id={rowAnchor(deal.id)} tabIndex={-1}>
      <Thumb size="sm">
        <Artwork src={imageSrc(deal.hero_image_url) ?? null} seed={deal.slug} title={deal.title} />
      </Thumb>
      <div className="fresh-deal__name">
        <h3>
          <Link to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        </h3>
        <p>
          <bdi>{deal.vendor_name}</bdi>
        </p>
        <p className="fresh-deal__status">
          <DealStatusBadge status={deal.shown_status} />
          {deal.shown_status !== 'EXPIRED' && deal.end_date === null ? (
            'No end date'
          ) : (
            <AvailabilityDate deal={deal} today={utcToday()} />
          )}
        </p>
      </div>
      <div className="fresh-deal__reason">
        <p>
          <b>{deal.fact}</b>
          {deal.more}
        </p>
        <VendorLink deal={deal} />
      </div>
      <Form className="fresh-deal__actions" method="post" action={freshnessPath(search)}>
        <input type="hidden" name="id" value={deal.id} />
        <input type="hidden" name="next" value={next ?? ''} />
        {section === 'unchecked' ? <Confirm deal={deal} label="Still correct" isPrimary /> : null}
        <Button name="intent" value="expire" tone="danger-quiet" size="sm" icon="lock" data-key="e">
          Set expired
          <span className="sr-only">{`: ${deal.title}`}</span>
          <KeyHint name="E" />
        </Button>
        {section === 'unchecked' ? null : <Confirm deal={deal} label="Still available" />}
        <ButtonLink to={`/admin/deals/${deal.id}`} tone="ghost" size="sm" icon="pencil">
          Edit
          <span className="sr-only"> {deal.title}</span>
        </ButtonLink>
      </Form>
    </li>
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
    >
      {label}
      <span className="sr-only">{`: ${deal.title}`}</span>
      <KeyHint name="S" />
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
