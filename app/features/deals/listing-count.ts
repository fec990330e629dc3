import { pluralize } from '~/ui/pluralize'

/** Lists count what is filed under a place no further: it says enough that there are more. */
export const LISTING_COUNT_CAP = 100

/** "1 deal", "37 deals", "100+ deals"; one above the cap stands for any number. */
export function formatDealCount(deals: number) {
  return deals > LISTING_COUNT_CAP ? `${LISTING_COUNT_CAP}+ deals` : pluralize(deals, 'deal')
}
