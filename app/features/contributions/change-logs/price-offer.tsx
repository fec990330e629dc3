import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { TextField } from '~/ui/field'
import { formatMoney } from '~/ui/money'

type PriceOfferProps = { id: string; change: ReportedChange; result: FormResult }

/** Whether a price report can set the deal's price. One price says nothing about several plans. */
export const canSetPrice = ({ kind, plans }: ReportedChange) => kind === 'PRICE' && plans < 2

/** Whether the report holds another price than the deal's, in the deal's currency. */
export function hasNewPrice(change: ReportedChange) {
  const { reportedPrice, reportedCurrency, dealPrice, currency } = change
  return canSetPrice(change) && reportedPrice !== null && reportedPrice !== dealPrice && reportedCurrency === currency
}

/** Sets the deal's price together with the approval. Checked by default when the report has a clear amount. */
export function PriceOffer({ id, change, result }: PriceOfferProps) {
  const { dealPrice, currency, dealVersion } = change
  if (!canSetPrice(change)) return <SeveralPlans plans={change.plans} />
  const isTicked = result ? submittedValue(result, 'setPrice') === 'on' : hasNewPrice(change)
  return (
    <fieldset className="mb-3.5 grid gap-2" data-price-offer>
      <legend className="sr-only">Deal price</legend>
      <input type="hidden" name="dealVersion" value={dealVersion} />
      <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-small">
        <input
          type="checkbox"
          name="setPrice"
          defaultChecked={isTicked}
          className="size-4.5 flex-none cursor-pointer accent-primary"
        />
        <span>
          {'Set the deal’s price, now '}
          {dealPrice === null ? 'not listed' : formatMoney(dealPrice, currency)}
        </span>
      </label>
      <PriceFields
        change={change}
        result={result}
        ids={{ price: `price-${id}`, currency: `currency-${id}` }}
        className="max-w-48"
      />
    </fieldset>
  )
}

type PriceFieldsProps = Omit<PriceOfferProps, 'id'> & {
  ids: { price: string; currency: string }
  form?: string
  className?: string
  hint?: string
  disabled?: boolean
}

/** The price that an approval sets, with its currency. */
export function PriceFields({ change, result, ids, hint, ...shared }: PriceFieldsProps) {
  const { reportedPrice, reportedCurrency } = change
  return (
    <>
      <TextField
        {...shared}
        id={ids.price}
        name="newPrice"
        label="New deal price"
        hint={hint}
        inputMode="decimal"
        defaultValue={submittedValue(result, 'newPrice') ?? reportedPrice ?? ''}
        errors={errorsOf(result, 'newPrice')}
      />
      <TextField
        {...shared}
        id={ids.currency}
        name="newCurrency"
        label="Currency"
        hint="Another currency removes the original price."
        maxLength={3}
        defaultValue={submittedValue(result, 'newCurrency') ?? reportedCurrency}
        errors={errorsOf(result, 'newCurrency')}
      />
    </>
  )
}

/** Why a price report cannot be applied. */
export function SeveralPlans({ plans }: { plans: number }) {
  return (
    <p className="text-small text-muted-foreground">{`This deal has ${plans} plans. Set their prices in the editor, then approve the report.`}</p>
  )
}
