import { IconButton } from '~/ui/button'
import type { ShownDeal } from './shown-deal'

type CouponProps = { deal: Pick<ShownDeal, 'coupon_code' | 'coupon_note'> }

/** What to type at the checkout. */
export function Coupon({ deal: { coupon_code, coupon_note } }: CouponProps) {
  if (coupon_code === null) return null
  return (
    <div className="coupon">
      <p className="coupon__line">
        <span>Coupon code</span>
        <CouponCode code={coupon_code} />
      </p>
      {coupon_note ? (
        <p className="coupon__note" dir="auto">
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
      <code className="coupon__code">{code}</code>
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
