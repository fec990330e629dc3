import { Form, Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import { imageOf } from '~/features/catalog/pictures/picture'
import {
  type FreshnessRow,
  type FreshnessSearch,
  type FreshnessSection,
  freshnessPath,
  rowAnchor,
} from '~/features/staff/freshness/freshness'
import { KeyHint } from '~/features/staff/queue/keys'
import { VendorLink } from '~/features/staff/queue/row'
import { utcToday } from '~/http/utc-day'
import { Artwork } from '~/ui/artwork'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { BoxFoot } from '~/ui/box-foot'
import { Button, ButtonLink } from '~/ui/button'
import { cappedCount } from '~/ui/pluralize'
import { Thumb } from '~/ui/thumb'

const TITLES: Record<FreshnessSection, string> = {
  unconfirmed: 'Not confirmed',
  unchecked: 'Not checked for 90 days, or 30 when ending soon',
  pictures: 'Pictures that could not be fetched',
}
const ORDERS: Record<FreshnessSection, string> = {
  unconfirmed: 'no end date and no recent check',
  unchecked: 'ending first',
  pictures: 'three tries on three days',
}

type ListedDealsProps = {
  section: FreshnessSection
  rows: FreshnessRow[]
  count: number
  search: FreshnessSearch
}

export function ListedDeals({ section, rows, count, search }: ListedDealsProps) {
  return (
    <Box aria-labelledby={section}>
      <BoxHead>
        <BoxTitle id={section}>{TITLES[section]}</BoxTitle>
        <span className="text-small text-muted-foreground">{`${cappedCount(count)}, ${ORDERS[section]}`}</span>
      </BoxHead>
      <ul className="divide-y divide-border">
        {rows.map((deal, index) => (
          <Row key={deal.id} {...{ deal, section, search }} next={(rows[index + 1] ?? rows[index - 1])?.id} />
        ))}
      </ul>
      {section === 'unconfirmed' ? (
        <BoxFoot>
          <Link
            className="link inline-flex min-h-9 items-center"
            to={managePath({ attention: 'unconfirmed' })}
            discover="none"
          >
            Set several to Expired, by year, tag or category
          </Link>
        </BoxFoot>
      ) : null}
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
        <VendorLink url={deal.cta_url} />
      </div>
      <Form className="flex flex-wrap gap-2 max-xl:col-span-2" method="post" action={freshnessPath(search)}>
        <input type="hidden" name="id" value={deal.id} />
        <input type="hidden" name="next" value={next ?? ''} />
        {section === 'pictures' ? (
          <Press deal={deal} intent="retry-picture" label="Try again" tone="secondary" icon="rotate-cw" />
        ) : (
          <>
            <Press
              deal={deal}
              intent="confirm"
              label={section === 'unchecked' ? 'Still correct' : 'Still available'}
              shortcut="S"
              tone={section === 'unchecked' ? 'primary' : 'secondary'}
              icon="check"
            />
            <Press deal={deal} intent="expire" label="Set expired" shortcut="E" tone="danger-quiet" icon="lock" />
          </>
        )}
        <ButtonLink to={`/admin/deals/${deal.id}`} tone="ghost" size="sm" icon="pencil" className={BUTTON}>
          Edit
          <span className="sr-only"> {deal.title}</span>
        </ButtonLink>
      </Form>
    </li>
  )
}

type PressProps = { deal: FreshnessRow; intent: string; label: string; shortcut?: string } & Look
type Look = Pick<ComponentProps<typeof Button>, 'tone' | 'icon'>

function Press({ deal, intent, label, shortcut, ...look }: PressProps) {
  return (
    <Button name="intent" value={intent} size="sm" data-key={shortcut?.toLowerCase()} className={BUTTON} {...look}>
      {label}
      <span className="sr-only">{`: ${deal.title}`}</span>
      {shortcut ? <KeyHint name={shortcut} /> : null}
    </Button>
  )
}
