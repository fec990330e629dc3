import { Link } from '@remix-run/react'
import { lastSeen } from '~/features/catalog/deals/availability-date'
import { commissionLine } from '~/features/catalog/deals/commission'
import { isPastStatus } from '~/features/catalog/deals/deal'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import {
  breakEvenText,
  hasComparablePrice,
  hasUncomputedDiscount,
  isAgainstYear,
  regularPriceText,
  savedPercent,
} from '~/features/catalog/deals/regular-price'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { refundOf, refundText } from '~/features/catalog/deals/terms'
import { IconButton } from '~/ui/button'
import { Fact, Facts } from '~/ui/facts'
import { Icon } from '~/ui/icon'
import { formatMonth, LocalDate } from '~/ui/local-date'
import { formatMoney, formatShortMoney, fromParts, toParts } from '~/ui/money'
import { Stars } from '~/ui/stars'
import { Sum, SumRow, SumTotal } from '~/ui/sum'
import { useDeal } from './use-deal'

/** Original price with its period, savings and deal price. Rows without data are left out. */
export function PriceSummary() {
  const { deal } = useDeal()
  const { original_price, deal_price, currency, discount_percent } = deal
  const saved = savedAmount(deal)
  const percent = savedPercent(deal)
  const regularPrice = regularPriceText(deal)
  const isPast = isPastStatus(deal.shown_status)
  const isDiscountRow = hasUncomputedDiscount(deal) && (deal_price !== null || isPast)
  return (
    <>
      <Sum>
        {original_price !== null ? (
          <SumRow term="Original price">
            {deal_price === null ? (
              regularPrice
            ) : (
              <s className="text-subtle-foreground decoration-destructive-ink">{regularPrice}</s>
            )}
          </SumRow>
        ) : null}
        {saved && !isAgainstYear(deal) ? (
          <SumRow term="You save">{formatMoney(saved, currency) + (percent ? ` (${percent}%)` : '')}</SumRow>
        ) : null}
        {isDiscountRow ? (
          <SumRow term={isPast ? `Discount, ${formatMonth(new Date(lastSeen(deal)))}` : 'Discount'}>
            {`${discount_percent}% off`}
          </SumRow>
        ) : null}
        {isDiscountRow && deal_price === null ? (
          <SumRow term="Deal price">Not listed</SumRow>
        ) : (
          <SumTotal
            term={deal_price === null && discount_percent !== null ? 'Discount' : 'Deal price'}
            isMissing={deal_price === null && discount_percent === null}
          >
            <OfferedPrice deal={deal} size="xl" total />
          </SumTotal>
        )}
      </Sum>
      {saved && percent && isAgainstYear(deal) ? (
        <p className="text-small font-medium text-verified">{`${percent}% less than one year at ${formatShortMoney(original_price!, currency)}`}</p>
      ) : null}
    </>
  )
}

// Deals that are over or not confirmed show no savings.
function savedAmount(deal: ReturnType<typeof useDeal>['deal']) {
  const { shown_status, original_price, deal_price, currency } = deal
  if (!hasComparablePrice(deal) || isPastStatus(shown_status) || original_price === null || deal_price === null)
    return undefined
  const parts = toParts(original_price) - toParts(deal_price)
  return parts > 0 ? fromParts(parts, currency) : undefined
}

/** When the deal has paid for itself. As with savings, deals that are over or not confirmed say nothing. */
export function PriceNotes() {
  const { deal } = useDeal()
  const breakEven = isPastStatus(deal.shown_status) ? undefined : breakEvenText(deal)
  if (!breakEven) return null
  return (
    <p className="flex gap-2 text-caption leading-snug text-muted-foreground">
      <Icon name="check" />
      {breakEven}
    </p>
  )
}

/** What to type at the checkout. */
export function Coupon() {
  const { coupon_code, coupon_note, shown_status } = useDeal().deal
  if (coupon_code === null) return null
  return (
    <div className="grid gap-0.5 rounded-sm border border-dashed border-border-strong py-1 ps-3 pe-2 text-small text-muted-foreground">
      <p className="flex min-h-8 items-center gap-x-2">
        <span className="me-auto">{isPastStatus(shown_status) ? 'Code, may not work' : 'Coupon code'}</span>
        <CouponCode code={coupon_code} />
      </p>
      {coupon_note ? (
        <p className="pb-1 text-caption leading-snug" dir="auto">
          {coupon_note}
        </p>
      ) : null}
    </div>
  )
}

/** One click selects all of it, for readers without scripts too. */
function CouponCode({ code }: { code: string }) {
  return (
    <>
      <code className="min-w-0 font-sans font-bold wrap-anywhere text-foreground select-all">{code}</code>
      <IconButton
        icon="copy"
        label="Copy code"
        size="sm"
        data-copy={code}
        data-copied="Code copied to clipboard"
        className="noscript:hidden"
      />
    </>
  )
}

export function DealFacts() {
  const { deal } = useDeal()
  const { rating_average, start_date, end_date, platform } = deal
  const refund = refundOf(deal, platform)
  return (
    <Facts look="tight">
      <Fact term="Rating">
        {rating_average === null ? (
          'N/A'
        ) : (
          <>
            <Stars value={Number(rating_average)} small />
            {` ${Number(rating_average).toFixed(1)} / 5`}
          </>
        )}
      </Fact>
      <Fact term="Start Date">
        <LocalDate value={start_date} />
      </Fact>
      {end_date ? (
        <Fact term="End Date">
          <LocalDate value={end_date} />
        </Fact>
      ) : null}
      <Fact term="Platform">
        <Link className="link inline-flex min-h-6 items-center" to={`/platforms/${platform.slug}`}>
          {platform.name}
        </Link>
      </Fact>
      {refund ? <Fact term="Refund">{refundText({ ...refund, from: null })}</Fact> : null}
    </Facts>
  )
}

/**
 * Price, coupon code and "Get This Deal" at the bottom of small windows, once the sidebar has scrolled away, and above
 * the tray of deals to compare.
 */
export function BuyBar() {
  const { deal } = useDeal()
  const { coupon_code } = deal
  return (
    <div
      className="sticky bottom-[var(--toast-height,0px)] z-30 -mx-gutter flex flex-wrap items-center justify-between gap-3 border-t border-border-strong bg-popover px-gutter pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-12px_rgb(16_35_27/0.25)] in-[main:has(+[data-tray]:not([hidden]))]:bottom-[calc(var(--tray-height)+var(--toast-height,0px))] in-[main:has(+[data-tray]:not([hidden]))]:pb-2 lg:hidden print:hidden"
      data-bottom-bar=""
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 leading-snug">
        <OfferedPrice deal={deal} label="Deal price" className="wrap-anywhere whitespace-normal" />
        <RegularPrice deal={deal} isSmall />
        {coupon_code ? (
          <span className="flex basis-full items-center gap-1 text-caption">
            <span className="sr-only">Coupon code </span>
            <CouponCode code={coupon_code} />
          </span>
        ) : null}
      </div>
      <GetDealLink deal={deal} label="Get This Deal" />
      <p className="-mt-2.5 basis-full text-caption leading-4 text-subtle-foreground">{commissionLine(deal)}</p>
    </div>
  )
}
