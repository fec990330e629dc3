/** The most rows to list in a sentence. */
export const NAMED_MATCHES = 5
/** How many new rows are searched for near matches. The others are compared after the import, like all new products. */
export const COMPARED_ROWS = 2_000

type Matches = { count: number; rows: { row: number; name: string }[] }

/** Rows of new deals, with the names of the products that they match. */
export type ProductMatches = {
  /** They become further offers of a product that is stored or that an earlier row starts. */
  joining: Matches
  /** They start a product although the vendor or the site has one with a similar name. */
  similar: Matches
  /** They have the platform and the start date of another offer of their product. */
  repeating: Matches
  /** How many rows start a product, of which only the first `COMPARED_ROWS` were searched for near matches. */
  starting: number
}

/** One sentence for each kind, without a full stop. */
export function describeProductMatches({ joining, similar, repeating, starting }: ProductMatches): string[] {
  const sentences: string[] = []
  if (joining.count > 0) {
    const subject =
      joining.count === 1 ? '1 new deal joins a product' : `${number(joining.count)} new deals join a product`
    sentences.push(`${subject} as a further offer: ${list(joining)}`)
  }
  if (similar.count > 0) {
    const searched = starting > COMPARED_ROWS ? `Of the first ${number(COMPARED_ROWS)} new products, ` : ''
    const verb = similar.count === 1 ? 'looks' : 'look'
    const what = searched ? `${number(similar.count)} ${verb}` : `${products(similar.count)} ${verb}`
    sentences.push(`${searched}${what} like one of the same vendor or link: ${list(similar)}`)
  }
  if (repeating.count > 0) {
    const subject = repeating.count === 1 ? '1 likely duplicate' : `${number(repeating.count)} likely duplicates`
    sentences.push(`${subject}, with the platform and start date of another offer of the product: ${list(repeating)}`)
  }
  return sentences
}

const products = (count: number) => (count === 1 ? '1 new product' : `${number(count)} new products`)

function list({ count, rows }: Matches) {
  const rest = count - rows.length
  return rows.map(({ row, name }) => `row ${row} (${name})`).join(', ') + (rest > 0 ? ` and ${number(rest)} more` : '')
}

const number = (count: number) => count.toLocaleString('en-US')
