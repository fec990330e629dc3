import { pluralize } from '~/ui/pluralize'

/** Deals of a category or platform are counted up to this number; beyond it a list shows "100+". */
export const LISTING_COUNT_CAP = 100

/** "1 deal", "37 deals", "100+ deals"; one above the cap means any larger number. */
export function formatDealCount(deals: number) {
  return deals > LISTING_COUNT_CAP ? `${LISTING_COUNT_CAP}+ deals` : pluralize(deals, 'deal')
}

/** Published deals, and how many of them can be bought today. */
export type DealCounts = { deals: number; open: number }

/** "12 open deals"; "No open deals, 14 on record" where all have ended or not begun. */
export function describeOpenDeals({ deals, open }: DealCounts) {
  if (open > 0) return pluralize(open, 'open deal')
  return deals > 0 ? `No open deals, ${deals.toLocaleString('en-US')} on record` : 'No deals yet'
}
