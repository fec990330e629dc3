import { Link } from '@remix-run/react'
import type { OwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import type { MoneyBack } from '~/features/contributions/purchases/purchase'
import { Artwork } from '~/ui/artwork'
import { FactBadge } from '~/ui/badge'
import { IconLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { imageSrc } from '~/ui/image-src'
import { formatDate, LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { Table } from '~/ui/table'

/** A table, or cards where it does not fit. */
export function PurchaseTable({ purchases, canEdit }: { purchases: OwnPurchase[]; canEdit: boolean }) {
  return (
    <Table label="Your purchases" className="table--bought">
      <thead>
        <tr>
          <th scope="col">Deal</th>
          <th scope="col">Bought</th>
          <th scope="col" className="r">
            Paid
          </th>
          <th scope="col">Money back until</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="sr-only">Edit</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {purchases.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} canEdit={canEdit} />
        ))}
      </tbody>
    </Table>
  )
}

function PurchaseRow({ purchase, canEdit }: { purchase: OwnPurchase; canEdit: boolean }) {
  const { id, title, bought_on, refunded_on, moneyBack, marks } = purchase
  return (
    <tr>
      <td>
        <Bought {...purchase} />
      </td>
      <td className="num">
        {bought_on ? <LocalDate value={bought_on} /> : <span className="subtle">Not stated</span>}
      </td>
      <td className="r num">
        <Paid {...purchase} />
      </td>
      <td className="num">
        <MoneyBackCell moneyBack={moneyBack} refunded_on={refunded_on} />
      </td>
      <td>
        <span className="bought__marks">
          {marks.map(({ label, tone, icon }) => (
            <FactBadge key={label} tone={tone} icon={icon}>
              {label}
            </FactBadge>
          ))}
        </span>
      </td>
      <td className="r">
        {canEdit ? (
          <IconLink icon="pencil" label={`Edit the purchase of ${title}`} size="sm" to={`/account/purchases/${id}`} />
        ) : null}
      </td>
    </tr>
  )
}

function Bought({ title, slug, published, vendor_name, hero_image_url }: OwnPurchase) {
  return (
    <div className="table__main">
      <span className="thumb thumb--sm">
        <Artwork src={imageSrc(hero_image_url) ?? null} seed={slug} title={title} />
      </span>
      <div>
        {published ? (
          <Link className="saved__name" to={`/deals/${slug}`} discover="none">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <b>
            <bdi>{title}</bdi>
          </b>
        )}
        <span className="small muted">
          <bdi>{vendor_name}</bdi>
        </span>
      </div>
    </div>
  )
}

/** What came back is struck. */
function Paid({ paid, currency, refunded_on }: OwnPurchase) {
  if (paid === null || !currency) return <span className="subtle">Not stated</span>
  const amount = formatMoney(paid, currency)
  return refunded_on ? <s className="text-subtle-foreground decoration-destructive-ink">{amount}</s> : <b>{amount}</b>
}

type MoneyBackCellProps = { moneyBack: MoneyBack | undefined; refunded_on: string | null }

/** Until when the money comes back, and whose rule that is. */
function MoneyBackCell({ moneyBack, refunded_on }: MoneyBackCellProps) {
  if (refunded_on) return <Lines first="Refunded" second={formatDate(refunded_on)} />
  if (!moneyBack) return <span className="subtle">Not stated</span>
  const { days, daysLeft, from, until, isPossible, isSoon, isPlatformRule } = moneyBack
  const rule = isPlatformRule ? "platform's rule" : "deal's rule"
  if (days === 0) return <Lines first="No refund" second={rule} />
  if (!until) return <Lines first={`Within ${pluralize(days, 'day')}`} second={rule} />
  if (!isPossible) return <Lines first="Over" second={`was ${formatDate(until)}`} />
  const notes = [rule, isSoon && pluralize(daysLeft, 'day'), from === 'REDEMPTION' && 'or later']
  return (
    <>
      <LocalDate value={until} className={classes('nowrap', isSoon && 'soon')} />
      <span className="caption subtle">{notes.filter(Boolean).join(', ')}</span>
    </>
  )
}

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="subtle">{first}</span>
      <span className="caption subtle">{second}</span>
    </>
  )
}
