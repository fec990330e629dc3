import { pluralize } from '~/ui/pluralize'

/** Deals of a category or platform are counted up to this number; beyond it a list shows "100+". */
export const LISTING_COUNT_CAP = 100

/** "1 deal", "37 deals", "100+ deals"; one above the cap stands for any number. */
export function formatDealCount(deals: number) {
  return deals > LISTING_COUNT_CAP ? `${LISTING_COUNT_CAP}+ deals` : pluralize(deals, 'deal')
}
