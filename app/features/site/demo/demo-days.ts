const DAY = 86_400_000
const HOUR = 3_600_000

/** Converts the content's day offsets into dates, counted from the UTC day of seeding. */
export function demoDays(seededAt: Date) {
  const midnight = Math.floor(seededAt.getTime() / DAY) * DAY
  return {
    date: (day: number) => new Date(midnight + day * DAY).toISOString().slice(0, 10),
    /** A time within working hours of a day, derived from a hash of `seed`. */
    moment: (day: number, seed: string) => new Date(midnight + day * DAY + 7 * HOUR + minuteOf(seed) * 60_000),
    hoursLater: (moment: Date, hours: number) => new Date(moment.getTime() + hours * HOUR),
  }
}

export type DemoDays = ReturnType<typeof demoDays>

function minuteOf(seed: string) {
  let hash = 0
  for (const character of seed) hash = (hash * 31 + character.codePointAt(0)!) % 600
  return hash
}
