import type { ReactNode } from 'react'
import { imageOf } from '~/features/catalog/pictures/picture'
import type { OwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import type { MoneyBack } from '~/features/contributions/purchases/purchase'
import { Artwork } from '~/ui/artwork'
import { FactBadge } from '~/ui/badge'
import { IconLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatDate, LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { NameLink } from '~/ui/name-link'
import { pluralize } from '~/ui/pluralize'
import { Table } from '~/ui/table'
import { Thumb } from '~/ui/thumb'

/** A table, or cards where it does not fit. */
export function PurchaseTable({ purchases, canEdit }: { purchases: OwnPurchase[]; canEdit: boolean }) {
  return (
    <div className="@container">
      <Table label="Your purchases" className="@max-[50rem]:block">
        <thead className="@max-[50rem]:sr-only">
          <tr>
            <th scope="col">Deal</th>
            <th scope="col">Bought</th>
            <th scope="col" className="text-end">
              Paid
            </th>
            <th scope="col">Refund deadline</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="sr-only">Edit</span>
            </th>
          </tr>
        </thead>
        <tbody className="@max-[50rem]:block">
          {purchases.map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} canEdit={canEdit} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function PurchaseRow({ purchase, canEdit }: { purchase: OwnPurchase; canEdit: boolean }) {
  const { id, title, bought_on, refunded_on, moneyBack, marks } = purchase
  return (
    <tr className="border-border @max-[50rem]:grid @max-[50rem]:grid-cols-[minmax(0,1fr)_auto] @max-[50rem]:items-center @max-[50rem]:gap-x-3 @max-[50rem]:gap-y-1.5 @max-[50rem]:p-4 @max-[50rem]:not-first:border-t">
      <Cell className="@max-[50rem]:-order-1">
        <Bought {...purchase} />
      </Cell>
      <Cell className="@max-[50rem]:text-small @max-[50rem]:before:text-subtle-foreground @max-[50rem]:before:content-['Bought_'] @min-[50rem]:whitespace-nowrap">
        {bought_on ? <LocalDate value={bought_on} /> : <span className="text-subtle-foreground">Not stated</span>}
      </Cell>
      {/* In a card beside the name. */}
      <Cell className="text-end @max-[50rem]:-order-1 @min-[50rem]:whitespace-nowrap">
        <Paid {...purchase} />
      </Cell>
      <Cell className="@max-[50rem]:text-end @max-[50rem]:text-small @min-[50rem]:whitespace-nowrap">
        <MoneyBackCell moneyBack={moneyBack} refunded_on={refunded_on} />
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1.5 @min-[50rem]:flex-col @min-[50rem]:items-start">
          {marks.map(({ label, tone, icon }) => (
            <FactBadge key={label} tone={tone} icon={icon}>
              {label}
            </FactBadge>
          ))}
        </span>
      </Cell>
      <Cell className="text-end @max-[50rem]:-me-3">
        {canEdit ? (
          <IconLink icon="pencil" label={`Edit the purchase of ${title}`} size="sm" to={`/account/purchases/${id}`} />
        ) : null}
      </Cell>
    </tr>
  )
}

/** In a card without the padding and the lines of a table. */
function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={classes('@max-[50rem]:min-w-0 @max-[50rem]:border-0 @max-[50rem]:p-0', className)}>{children}</td>
  )
}

function Bought({ title, slug, published, vendor_name, picture }: OwnPurchase) {
  return (
    <div className="flex min-w-0 items-center gap-3.5">
      {/* Narrow cards need the room for the name. */}
      <Thumb size="sm" className="@max-[22rem]:hidden">
        <Artwork image={imageOf(picture)} seed={slug} title={title} />
      </Thumb>
      <div className="min-w-0 wrap-anywhere">
        {published ? (
          <NameLink to={`/deals/${slug}`} discover="none">
            <bdi>{title}</bdi>
          </NameLink>
        ) : (
          <b className="block font-bold">
            <bdi>{title}</bdi>
          </b>
        )}
        <span className="text-small text-muted-foreground block">
          <bdi>{vendor_name}</bdi>
        </span>
      </div>
    </div>
  )
}

/** What came back is struck. */
function Paid({ paid, currency, refunded_on }: OwnPurchase) {
  if (paid === null || !currency) return <span className="text-subtle-foreground">Not stated</span>
  const amount = formatMoney(paid, currency)
  return refunded_on ? <s className="text-subtle-foreground decoration-destructive-ink">{amount}</s> : <b>{amount}</b>
}

type MoneyBackCellProps = { moneyBack: MoneyBack | undefined; refunded_on: string | null }

/** Until when the money comes back, and whose rule that is. */
function MoneyBackCell({ moneyBack, refunded_on }: MoneyBackCellProps) {
  if (refunded_on) return <Lines first="Refunded" second={formatDate(refunded_on)} />
  if (!moneyBack) return <span className="text-subtle-foreground">Not stated</span>
  const { days, daysLeft, from, until, isPossible, isSoon, isPlatformRule } = moneyBack
  const rule = isPlatformRule ? "platform's rule" : "deal's rule"
  if (days === 0) return <Lines first="No refund" second={rule} />
  if (!until) return <Lines first={`Within ${pluralize(days, 'day')}`} second={rule} />
  if (!isPossible) return <Lines first="Over" second={`was ${formatDate(until)}`} />
  const notes = [rule, isSoon && pluralize(daysLeft, 'day'), from === 'REDEMPTION' && 'or later']
  return (
    <>
      <LocalDate value={until} className={classes('whitespace-nowrap', isSoon && 'font-bold text-destructive-ink')} />
      <span className="text-caption leading-snug text-subtle-foreground block">{notes.filter(Boolean).join(', ')}</span>
    </>
  )
}

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="text-subtle-foreground">{first}</span>
      <span className="text-caption leading-snug text-subtle-foreground block">{second}</span>
    </>
  )
}
