import { Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { imageOf } from '~/features/catalog/pictures/picture'
import { Artwork } from '~/ui/artwork'
import { Avatar } from '~/ui/avatar'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { FactList } from '~/ui/fact-list'
import { Fact, Facts } from '~/ui/facts'
import { LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { formatAccountAge } from '~/ui/relative-time'
import { Thumb } from '~/ui/thumb'
import type { ItemDetail } from './queue-item.server'
import type { HistoryEntry } from './queue-types'

export function PersonBox({ person, now }: { person: NonNullable<ItemDetail['person']>; now: Date }) {
  const { id, name, email, since, approved, rejected, checkedPurchases, connections } = person
  return (
    <Box aria-labelledby="person">
      <BoxHead>
        <BoxTitle id="person">The person</BoxTitle>
        <Link className="link text-small" to={`/account?userId=${id}`} discover="none">
          View profile
        </Link>
      </BoxHead>
      <BoxBody className="grid gap-3.5">
        <div className="flex min-w-0 items-center gap-3 wrap-anywhere">
          <Avatar name={name} size="lg" />
          <div>
            <b>
              <bdi>{name ?? 'No name'}</bdi>
            </b>
            <br />
            <span className="text-small text-muted-foreground">{email}</span>
          </div>
        </div>
        <FactList>
          {since ? <ProfileFact term="Account">{formatAccountAge(since, now)}</ProfileFact> : null}
          <ProfileFact term="Approved">{approved}</ProfileFact>
          <ProfileFact term="Rejected">{rejected}</ProfileFact>
          <ProfileFact term="Verified purchases">{checkedPurchases}</ProfileFact>
          <ProfileFact term="Connected reviews">{connections}</ProfileFact>
        </FactList>
      </BoxBody>
    </Box>
  )
}

export function DealBox({ deal }: { deal: NonNullable<ItemDetail['dealNow']> }) {
  const { title, slug, vendor, platform, status, price, currency, rating, reviewCount, endsOn, picture } = deal
  return (
    <Box aria-labelledby="deal">
      <BoxHead>
        <BoxTitle id="deal">The deal now</BoxTitle>
        <Link className="link text-small" to={`/deals/${slug}`} discover="none">
          Open the page
        </Link>
      </BoxHead>
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 px-5 pt-5 pb-2">
        <Thumb>
          <Artwork image={imageOf(picture)} seed={slug} title={title} />
        </Thumb>
        <div>
          <h3 className="font-display font-medium leading-heading">
            <bdi>{title}</bdi>
          </h3>
          <p className="text-small text-muted-foreground">
            <bdi>{vendor}</bdi>
            {platform ? (
              <>
                {', on '}
                <bdi>{platform}</bdi>
              </>
            ) : null}
          </p>
          <p className="mt-1.5">
            <DealStatusBadge status={status} />
          </p>
        </div>
      </div>
      <div className="px-5 pt-1 pb-3">
        <Facts look="framed">
          <Fact term="Deal price">{price === null ? 'Not listed' : formatMoney(price, currency)}</Fact>
          <Fact term="Rating">
            {rating ? `${Number(rating).toFixed(1)} from ${pluralize(reviewCount, 'review')}` : 'No reviews'}
          </Fact>
          {endsOn ? (
            <Fact term="End date">
              <LocalDate value={endsOn} />
            </Fact>
          ) : null}
        </Facts>
      </div>
    </Box>
  )
}

function ProfileFact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Decisions on an item and what came after them, latest first. */
export function ItemHistory({ history }: { history: HistoryEntry[] }) {
  return (
    <Box aria-labelledby="history">
      <BoxHead>
        <BoxTitle id="history">History</BoxTitle>
      </BoxHead>
      <BoxBody>
        <ol className="list-none text-small text-muted-foreground">
          {history.map(({ id, action, by, at, detail }) => (
            <li key={id} className="py-1">
              <LocalDate value={at} />
              {`, ${action.replaceAll('_', ' ')} by `}
              <bdi className="font-semibold text-foreground">{by}</bdi>
              {detail.own ? ', the author' : null}
              {detail.field ? `. ${detail.field}: ${detail.value_before} → ${detail.value}` : null}
              {detail.price
                ? `. Deal price: ${detail.price_before ?? 'none'} → ${[detail.price, detail.currency].filter(Boolean).join(' ')}`
                : null}
              {[detail.reason, detail.note].map((text) =>
                text ? (
                  <span key={text}>
                    {': '}
                    <bdi>{text}</bdi>
                  </span>
                ) : null,
              )}
            </li>
          ))}
        </ol>
      </BoxBody>
    </Box>
  )
}
