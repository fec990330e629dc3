import { formatShortMoney } from '~/ui/money'

/** "$50", or "50" where deals have several currencies. */
export function formatBound(bound: string, currencies: string[]) {
  const [currency, another] = currencies
  return bound !== '' && currency && !another ? formatShortMoney(bound, currency) : bound
}
