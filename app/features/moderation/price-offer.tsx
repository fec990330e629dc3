import { errorsOf, type FormResult, submittedValue } from '~/http/form-result'
import { TextField } from '~/ui/field'
import { formatMoney } from '~/ui/money'
import type { ReportedChange } from './queue-types'

type PriceOfferProps = { id: string; change: ReportedChange; result: FormResult }

/** Sets the deal's price together with the approval. Checked by default when the report has a clear amount. */
export function PriceOffer({ id, change, result }: PriceOfferProps) {
  const { dealPrice, currency, dealVersion, reportedPrice } = change
  const isTicked = result
    ? submittedValue(result, 'setPrice') === 'on'
    : reportedPrice !== null && reportedPrice !== dealPrice
  return (
    <fieldset className="price-offer">
      <legend className="sr-only">Deal price</legend>
      <input type="hidden" name="dealVersion" value={dealVersion} />
      <label className="selection">
        <input type="checkbox" name="setPrice" defaultChecked={isTicked} />
        <span>
          {'Set the deal’s price, now '}
          {dealPrice === null ? 'not listed' : formatMoney(dealPrice, currency)}
        </span>
      </label>
      <TextField
        id={`price-${id}`}
        name="newPrice"
        label={`New price in ${currency}`}
        inputMode="decimal"
        defaultValue={submittedValue(result, 'newPrice') ?? reportedPrice ?? ''}
        errors={errorsOf(result, 'newPrice')}
      />
    </fieldset>
  )
}
