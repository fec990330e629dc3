/** Fewer ratings or answers say nothing about a product. */
const MIN_COUNT = 3

export const PERIODS = ['EARLY', 'FIRST_YEAR', 'LATER'] as const
export type OwnershipPeriod = (typeof PERIODS)[number]
/** Ratings by how long after the purchase they were given. */
export type PeriodRating = { period: OwnershipPeriod; average: number; count: number }

export const PERIOD_LABELS: Record<OwnershipPeriod, string> = {
  EARLY: 'Bought less than 3 months before',
  FIRST_YEAR: '3 to 12 months',
  LATER: 'Over 12 months',
}

/** What reviews say over time, as it is counted. */
export type OverTime = {
  periods: PeriodRating[]
  /** Owners who answered after a year or later, and how many of them still use it. */
  owners: { all: number; using: number }
  /** Reviews whose purchase staff checked; the average is null without any. */
  checked: { count: number; average: number | null }
}

/** The periods worth showing; none when fewer than two remain, as there is nothing to compare. */
export function shownPeriods({ periods }: OverTime) {
  const shown = periods.filter(({ count }) => count >= MIN_COUNT)
  return shown.length < 2 ? [] : shown
}

/** "9 of 11 owners"; undefined below three. */
export function shownOwners({ owners }: Pick<OverTime, 'owners'>) {
  return owners.all < MIN_COUNT ? undefined : owners
}

/** The average of checked purchases; undefined below three. */
export function shownChecked({ checked: { count, average } }: Pick<OverTime, 'checked'>) {
  return count < MIN_COUNT || average === null ? undefined : { count, average }
}

/** The rating after a year or later; undefined below three. */
export function shownLate({ rated }: { rated: { count: number; average: number } }) {
  return rated.count < MIN_COUNT ? undefined : rated
}
