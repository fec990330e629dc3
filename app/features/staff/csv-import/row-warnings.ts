/** The most rows and slugs to list in a warning. */
export const NAMED_ROWS = 10

export type RowWarnings = {
  /** Slugs used by several rows, with the first rows of each. */
  repeated: { count: number; slugs: { slug: string; rows: number[]; rowCount: number }[] }
  /** Deals with a price above their original price, with their first rows. */
  overpriced: { count: number; rows: number[] }
}

/** One sentence for each kind, without a full stop: "3 deals have a price above their original price (rows 2, 5, 9)". */
export function describeRowWarnings({ repeated, overpriced }: RowWarnings) {
  const warnings: string[] = []
  if (repeated.count > 0) {
    const slugs = repeated.slugs.map(({ slug, rows, rowCount }) => `${slug} (${formatRows(rows, rowCount)})`)
    const subject = repeated.count === 1 ? '1 slug is used by' : `${number(repeated.count)} slugs are used by`
    warnings.push(`${subject} more than one row, and the last row wins: ${formatList(slugs, repeated.count)}`)
  }
  if (overpriced.count > 0) {
    const subject =
      overpriced.count === 1
        ? '1 deal has a price above its original price'
        : `${number(overpriced.count)} deals have a price above their original price`
    warnings.push(`${subject} (${formatRows(overpriced.rows, overpriced.count)})`)
  }
  return warnings
}

function formatRows(rows: number[], count: number) {
  return `${count === 1 ? 'row' : 'rows'} ${formatList(rows.map(String), count)}`
}

function formatList(first: string[], count: number) {
  const rest = count - first.length
  return first.join(', ') + (rest > 0 ? ` and ${number(rest)} more` : '')
}

const number = (count: number) => count.toLocaleString('en-US')
