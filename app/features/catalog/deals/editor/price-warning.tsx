import { useEffect, useRef, useState } from 'react'
import { isOverpriced, OVERPRICED } from '~/features/catalog/deals/deal'
import { price } from '~/features/catalog/deals/price-parser'
import { Notice } from '~/ui/notice'
import type { Draft } from './deal-draft'

/** Warns when the deal price exceeds the original one; without scripts, by the values in the document. */
export function PriceWarning({ draft }: { draft: Draft }) {
  const region = useRef<HTMLDivElement>(null)
  const wasOverpriced = isOverpriced(readPrices(draft.text))
  const [isShown, setShown] = useState(wasOverpriced)
  useEffect(() => {
    setShown(wasOverpriced)
    const form = region.current?.closest('form')
    if (!form) return
    const check = () => {
      const fields = new FormData(form)
      setShown(isOverpriced(readPrices((name) => String(fields.get(name) ?? ''))))
    }
    form.addEventListener('input', check)
    return () => form.removeEventListener('input', check)
  }, [wasOverpriced])

  return (
    <div className="col-span-full empty:absolute" role="status" ref={region}>
      {isShown ? (
        <Notice isLive={false} icon="triangle-alert" title={OVERPRICED} text="You can still save it." />
      ) : null}
    </div>
  )
}

type PriceField = 'original_price' | 'deal_price' | 'regular_price_period'

function readPrices(textOf: (field: PriceField) => string) {
  const period = textOf('regular_price_period')
  return {
    original_price: readPrice(textOf('original_price')),
    deal_price: readPrice(textOf('deal_price')),
    regular_price_period: period === 'MONTH' || period === 'YEAR' ? period : null,
  } as const
}

function readPrice(submitted: string) {
  const amount = price(submitted.trim())
  return typeof amount === 'string' ? amount : null
}
