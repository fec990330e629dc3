import { errorsOf, type FormResult, submittedValue } from '~/http/form-result'
import { TextField } from '~/ui/field'
import { formatMoney } from '~/ui/money'
import type { QueueItem } from './screens.server'

/** Sets the deal's price together with the approval. Checked by default when the report has a clear amount. */
export function PriceOffer({ item, result }: { item: QueueItem; result: FormResult }) {
  const { id, deal_price, currency, deal_version, reportedPrice } = item
  const isTicked = result
    ? submittedValue(result, 'setPrice') === 'on'
    : reportedPrice !== undefined && reportedPrice !== deal_price
  return (
    <fieldset className="price-offer">
      <legend className="sr-only">Deal price</legend>
      <input type="hidden" name="dealVersion" value={deal_version} />
      <label className="selection">
        <input type="checkbox" name="setPrice" defaultChecked={isTicked} />
        <span>
          {'Set the deal’s price, now '}
          {deal_price === null ? 'not listed' : formatMoney(deal_price, currency)}
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
