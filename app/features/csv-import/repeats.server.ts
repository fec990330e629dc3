import type { IncomingDeal } from './deal-rows.server'

export type Outcome = 'created' | 'updated' | 'unchanged'

/**
 * Rows of one file that share a slug. The later one updates the earlier one, so only the sum of them is written:
 * written one by one, the earlier row would change the deal again each time the same file is imported.
 */
export class Repeats {
  private readonly lastRows = new Map<string, number>()
  private readonly waiting = new Map<string, IncomingDeal>()
  /** By slug, the rows that were added up, and whether each differed from the sum before it. */
  private readonly sums = new Map<string, { row: number; differs: boolean }[]>()

  note({ slug, row }: IncomingDeal) {
    this.lastRows.set(slug, row)
  }

  /** Leaves the last row of each slug, with what earlier ones add to it. To be called in the order of the file. */
  addUp(deals: IncomingDeal[]) {
    return deals.flatMap((deal) => {
      const isLast = this.lastRows.get(deal.slug) === deal.row
      const earlier = this.waiting.get(deal.slug)
      if (isLast && !earlier) return deal
      const sum = earlier ? { ...deal, ...keptLists(earlier, deal) } : deal
      const differs = !earlier || JSON.stringify({ ...earlier, row: sum.row }) !== JSON.stringify(sum)
      this.sums.set(deal.slug, [...(this.sums.get(deal.slug) ?? []), { row: deal.row, differs }])
      if (isLast) this.waiting.delete(deal.slug)
      else this.waiting.set(deal.slug, sum)
      return isLast ? sum : []
    })
  }

  /** What became of each row of that slug, given what became of their sum. */
  outcomesOf(slug: string, outcome: Outcome): Outcome[] {
    const rows = this.sums.get(slug)
    if (!rows || outcome === 'unchanged') return (rows ?? [slug]).map(() => outcome)
    return rows.map(({ differs }, index) => (index === 0 ? outcome : differs ? 'updated' : 'unchanged'))
  }

  /** The numbers of all rows that are in this sum. */
  rowsOf({ slug, row }: IncomingDeal) {
    return this.sums.get(slug)?.map((each) => each.row) ?? [row]
  }
}

// Empty pros and cons leave what was there before.
function keptLists(earlier: IncomingDeal, later: IncomingDeal) {
  const pros = later.pros.length > 0 ? later.pros : earlier.pros
  const cons = later.cons.length > 0 ? later.cons : earlier.cons
  return { pros, cons }
}
