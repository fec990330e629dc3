import { useEffect, useRef, useState } from 'react'
import { Notice } from '~/ui/notice'
import { isOverpriced, OVERPRICED } from './deal'
import type { Draft } from './deal-draft'
import { price } from './price-parser'

/** Warns when the deal price exceeds the original one; without scripts, by the values in the document. */
export function PriceWarning({ draft }: { draft: Draft }) {
  const region = useRef<HTMLDivElement>(null)
  const [original, deal] = [draft.text('original_price'), draft.text('deal_price')]
  const [isShown, setShown] = useState(() => isOverpriced(readPrices(original, deal)))
  useEffect(() => {
    setShown(isOverpriced(readPrices(original, deal)))
    const form = region.current?.closest('form')
    if (!form) return
    const check = () => {
      const fields = new FormData(form)
      setShown(isOverpriced(readPrices(fields.get('original_price'), fields.get('deal_price'))))
    }
    form.addEventListener('input', check)
    return () => form.removeEventListener('input', check)
  }, [original, deal])

  return (
    <div className="span-all" role="status" ref={region}>
      {isShown ? (
        <Notice isLive={false} icon="triangle-alert" title={OVERPRICED} text="You can still save it." />
      ) : null}
    </div>
  )
}

function readPrices(original: FormDataEntryValue | null, deal: FormDataEntryValue | null) {
  return { original_price: readPrice(original), deal_price: readPrice(deal) }
}

function readPrice(submitted: FormDataEntryValue | null) {
  const amount = price(String(submitted ?? '').trim())
  return typeof amount === 'string' ? amount : null
}
