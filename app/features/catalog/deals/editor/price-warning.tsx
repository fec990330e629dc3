import { useEffect, useRef, useState } from 'react'
import type { PricePeriod } from '~/db/schema'
import { DISCOUNT_LEFT_OUT, isOverpriced, leavesOutDiscount, OVERPRICED } from '~/features/catalog/deals/deal'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { Notice } from '~/ui/notice'
import type { Draft } from './deal-draft'

/**
 * Warns when the deal price exceeds the original one, and when the discount is left out; without scripts, by the values in
 * the document.
 */
export function PriceWarning({ draft }: { draft: Draft }) {
  const region = useRef<HTMLDivElement>(null)
  const stored = warningsOf(draft.text)
  const [shown, setShown] = useState(stored)
  const { isOver, isLeftOut } = stored
  useEffect(() => {
    setShown({ isOver, isLeftOut })
    const form = region.current?.closest('form')
    if (!form) return
    const check = () => {
      const fields = new FormData(form)
      setShown(warningsOf((name) => String(fields.get(name) ?? '')))
    }
    form.addEventListener('input', check)
    return () => form.removeEventListener('input', check)
  }, [isOver, isLeftOut])

  return (
    <div className="col-span-full grid gap-3 empty:absolute" role="status" ref={region}>
      {shown.isOver ? (
        <Notice isLive={false} icon="triangle-alert" title={OVERPRICED} text="You can still save it." />
      ) : null}
      {shown.isLeftOut ? (
        <Notice isLive={false} icon="triangle-alert" title="Discount percent" text={DISCOUNT_LEFT_OUT} />
      ) : null}
    </div>
  )
}

type PriceField =
  | 'currency'
  | 'original_price'
  | 'deal_price'
  | 'deal_price_period'
  | 'regular_price_period'
  | 'discount_percent'

function warningsOf(textOf: (field: PriceField) => string) {
  const readPrice = (field: PriceField) => {
    const amount = priceIn(textOf('currency'))(textOf(field).trim())
    return typeof amount === 'string' ? amount : null
  }
  const prices = {
    original_price: readPrice('original_price'),
    deal_price: readPrice('deal_price'),
    deal_price_period: readPeriod(textOf('deal_price_period')) ?? 'ONCE',
    regular_price_period: readPeriod(textOf('regular_price_period')),
    discount_percent: textOf('discount_percent').trim() === '' ? null : 1,
  }
  return { isOver: isOverpriced(prices), isLeftOut: leavesOutDiscount(prices) }
}

const readPeriod = (submitted: string): PricePeriod | null =>
  submitted === 'MONTH' || submitted === 'YEAR' ? submitted : null
