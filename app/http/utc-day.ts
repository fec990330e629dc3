const DAY_MS = 24 * 60 * 60 * 1_000
let today = { day: Number.NaN, text: '' }

/** Today's date in UTC as YYYY-MM-DD: the day on which deals start and end, whatever the time zone of the host. */
export function utcToday() {
  const day = Math.floor(Date.now() / DAY_MS)
  // Each cached page asks for it, and making the text takes longer than finding the page.
  if (day !== today.day) today = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) }
  return today.text
}

/** Midnight UTC at the beginning of today. */
export const startOfUtcToday = () => new Date(utcToday())

/** Whole seconds until midnight UTC, when what is known of deals today expires. */
export function secondsUntilUtcMidnight() {
  return Math.floor((Date.parse(addDays(utcToday(), 1)) - Date.now()) / 1_000)
}

/** How many days there are from today until a day as YYYY-MM-DD; negative when it has passed. */
export const daysUntil = (day: string) => Math.round((Date.parse(day) - Date.parse(utcToday())) / DAY_MS)

/** The date some days after another, both as YYYY-MM-DD. */
export function addDays(day: string, days: number) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
