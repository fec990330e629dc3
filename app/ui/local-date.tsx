import { useSyncExternalStore } from 'react'

// Months are American, because the British "Sept" has four letters.
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const LONG_MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** "3 Nov 2025" from a day ("2025-11-03") or a moment, in UTC so that server and browser agree. */
export function formatDate(value: string | Date) {
  const date = new Date(value)
  return `${formatDay(date)} ${date.getUTCFullYear()}`
}

/** "3 November 2025" */
export function formatLongDate(value: string | Date) {
  const date = new Date(value)
  return `${date.getUTCDate()} ${LONG_MONTH.format(date)} ${date.getUTCFullYear()}`
}

/** "3 Nov" */
export function formatDay(date: Date) {
  return `${date.getUTCDate()} ${MONTH.format(date)}`
}

/** "Nov 2025" */
export function formatMonth(date: Date) {
  return `${MONTH.format(date)} ${date.getUTCFullYear()}`
}

/** The date of a moment for its reader: in their time zone with scripts, in UTC without. */
export function ReaderDate({ value }: { value: string | Date }) {
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const moment = new Date(value)
  const shift = isInBrowser ? moment.getTimezoneOffset() * 60_000 : 0
  return <time dateTime={moment.toISOString()}>{formatDate(new Date(moment.getTime() - shift))}</time>
}

/** `stacked`: the day above the year, for columns of dates. */
type LocalDateProps = { value: string | Date; form?: 'full' | 'short' | 'stacked'; className?: string }

export function LocalDate({ value, form = 'full', className }: LocalDateProps) {
  const date = new Date(value)
  return (
    <time className={className} dateTime={date.toISOString().slice(0, 10)}>
      {form === 'stacked' ? (
        <>
          <b className="block text-control font-bold whitespace-nowrap text-foreground">{formatDay(date)}</b>
          {date.getUTCFullYear()}
        </>
      ) : (
        (form === 'full' ? formatDate : formatDay)(date)
      )}
    </time>
  )
}

/** "14:17", in UTC. */
export function formatTime(moment: Date) {
  return moment.toISOString().slice(11, 16)
}
