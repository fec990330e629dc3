import { isPastStatus } from '~/features/catalog/deals/deal'
import { IconButton } from '~/ui/button'
import type { ShownDeal } from './shown-deal'

type CouponProps = { deal: Pick<ShownDeal, 'coupon_code' | 'coupon_note' | 'shown_status'> }

/** What to type at the checkout. */
export function Coupon({ deal: { coupon_code, coupon_note, shown_status } }: CouponProps) {
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
export function CouponCode({ code }: { code: string }) {
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
