import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import { FieldHint, TextField } from '~/ui/field'
import { currencySign, digitsOf } from '~/ui/money'
import { PRICE_INPUT } from '~/ui/price-input'
import { type DealSearch, hasCrossedPrices } from './deal-search'

type PriceRangeProps = { search: DealSearch; currencies: string[] }

/** The price bounds of a search, with their currency, or with what they mean where deals have several. */
export function PriceRange({ search, currencies }: PriceRangeProps) {
  const sign = currencies.length === 1 ? ` (${currencySign(currencies[0]!)})` : ''
  const step = currencies.length === 1 ? 10 ** -digitsOf(currencies[0]!) : 'any'
  const errors = hasCrossedPrices(search) ? ['Max price must not be below min price.'] : undefined
  return (
    <fieldset className="col-span-full grid grid-cols-2 gap-x-3 gap-y-1.75 md:col-span-2" aria-describedby={HINT}>
      <legend className="sr-only">Price range</legend>
      <PriceField id="minPrice" label={`Min price${sign}`} value={search.minPrice} step={step} />
      <PriceField id="maxPrice" label={`Max price${sign}`} value={search.maxPrice} step={step} errors={errors} />
      <FieldHint className="col-span-full" id={HINT}>
        {currencies.length > 1
          ? `Each price is compared in its own currency (${nameAll(currencies)}), without conversion. `
          : ''}
        Deals without a price are left out.
      </FieldHint>
    </fieldset>
  )
}

const HINT = 'price-hint'

/** More currencies than this are counted instead of named. */
const MAX_NAMED = 4
const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })

function nameAll(currencies: string[]) {
  return currencies.length > MAX_NAMED ? `one of ${currencies.length}` : OR.format(currencies)
}

type PriceFieldProps = { id: string; label: string; value: string; step: number | 'any'; errors?: string[] }

function PriceField({ id, label, value, step, errors }: PriceFieldProps) {
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      type="number"
      inputMode="decimal"
      min="0"
      max={10 ** DEAL_LIMITS.priceDigits}
      step={step}
      defaultValue={value}
      errors={errors}
      className={PRICE_INPUT}
    />
  )
}
