import { TextField } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { currencySign, formatShortMoney } from '~/ui/money'
import { DEAL_LIMITS } from './deal'
import { type DealSearch, hasCrossedPrices } from './deal-search'

type PriceRangeProps = { search: DealSearch; currencies: string[] }

/** The price bounds of a search. They compare numbers only, which a note says where deals have several currencies. */
export function PriceRange({ search, currencies }: PriceRangeProps) {
  const sign = currencies.length === 1 ? ` (${currencySign(currencies[0]!)})` : ''
  const isMixed = currencies.length > 1
  const errors = hasCrossedPrices(search) ? ['Max price must not be below min price.'] : undefined
  return (
    <details className="filters__more" open={Boolean(search.minPrice || search.maxPrice)}>
      <summary>
        <Icon name="chevron-right" />
        Price range
      </summary>
      <fieldset className="filters__prices" aria-describedby={isMixed ? HINT : undefined}>
        <legend className="sr-only">Price range</legend>
        <PriceField id="minPrice" label={`Min price${sign}`} value={search.minPrice} />
        <PriceField id="maxPrice" label={`Max price${sign}`} value={search.maxPrice} errors={errors} />
        {isMixed ? (
          <p className="field__hint col-span-2" id={HINT}>
            In each deal's currency.
          </p>
        ) : null}
      </fieldset>
    </details>
  )
}

const HINT = 'price-hint'

type PriceFieldProps = { id: string; label: string; value: string; errors?: string[] }

function PriceField({ id, label, value, errors }: PriceFieldProps) {
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      type="number"
      inputMode="decimal"
      min="0"
      max={DEAL_LIMITS.price}
      step="0.01"
      defaultValue={value}
      errors={errors}
      className="input--price"
    />
  )
}

/** "$50", or "50" where deals have several currencies. */
export function formatBound(bound: string, currencies: string[]) {
  const [currency, another] = currencies
  return bound !== '' && currency && !another ? formatShortMoney(bound, currency) : bound
}
