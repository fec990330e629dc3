import { formatCount, pluralize } from '~/ui/pluralize'
import type { RowWarnings } from './import-options'

/** One sentence for each kind, without a full stop: "3 deals have a price above their original price (rows 2, 5, 9)". */
export function describeRowWarnings(found: RowWarnings | undefined) {
  const warnings: string[] = []
  if (!found) return warnings
  const { overpriced, discounted, tracking } = found
  if (overpriced.count > 0) {
    const subject = pluralize(overpriced.count, 'deal')
    const words = overpriced.count === 1 ? 'has a price above its' : 'have a price above their'
    warnings.push(`${subject} ${words} original price (${formatRows(overpriced.rows, overpriced.count)})`)
  }
  if (discounted.count > 0) {
    const subject = `The discount of ${pluralize(discounted.count, 'deal')} is left out`
    const rows = formatRows(discounted.rows, discounted.count)
    warnings.push(`${subject}: both prices are given, the saving is computed (${rows})`)
  }
  if (tracking.count > 0) {
    const subject = `${pluralize(tracking.count, 'link')} in cta_url may earn someone else a commission`
    const rows = formatRows(tracking.rows, tracking.count)
    warnings.push(
      `${subject}, because of the network, link shortener or partner in it (${rows}). Put the plain address into cta_url, and a link that earns for us into affiliate_url`,
    )
  }
  return warnings
}

function formatRows(rows: number[], count: number) {
  return `${count === 1 ? 'row' : 'rows'} ${formatList(rows.map(String), count)}`
}

/** "a, b and 3 more" */
export function formatList(first: string[], count: number) {
  const rest = count - first.length
  return first.join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '')
}
