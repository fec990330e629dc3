import { counted } from '~/ui/counted'

/** Lists count what is filed under a place no further: it says enough that there are more. */
export const FILED_CAP = 100

/** "1 deal", "37 deals", "100+ deals"; one above the cap stands for any number. */
export function sayFiled(deals: number) {
  return deals > FILED_CAP ? `${FILED_CAP}+ deals` : counted(deals, 'deal')
}
