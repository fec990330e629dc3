/** Today's date in UTC as YYYY-MM-DD: the day on which deals start and end, whatever the time zone of the host. */
export const utcToday = () => new Date().toISOString().slice(0, 10)

/** The date some days after another, both as YYYY-MM-DD. */
export function addDays(day: string, days: number) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
