/** Today's date in UTC as YYYY-MM-DD: the day on which deals start and end, whatever the time zone of the host. */
export const utcToday = () => new Date().toISOString().slice(0, 10)
