import { formatDate, formatDay } from '~/ui/local-date'
import type { DealSummary } from './deal'

type Dates = Pick<DealSummary, 'shown_status' | 'start_date' | 'end_date'>

/**
 * The date that matters about a deal with this shown status: "Starts" before it opens, "Ends" while it is open, "Ended"
 * afterwards. Undefined for an open deal without an end date, and for one that staff ended before its end date.
 *
 * @param today the day on which the status is shown, see `utcToday`
 */
export function availabilityDate({ shown_status, start_date, end_date }: Dates, today: string) {
  if (shown_status === 'UPCOMING') return { word: 'Starts', date: start_date } as const
  if (end_date === null) return undefined
  if (shown_status !== 'EXPIRED') return { word: 'Ends', date: end_date } as const
  return end_date < today ? ({ word: 'Ended', date: end_date } as const) : undefined
}

type AvailabilityDateProps = {
  deal: Dates
  today: string
  /** Leaves out the current year. */
  isShort?: boolean
  /** In red ink: the deal is about to end. */
  isUrgent?: boolean
}

/** "Ends 4 Dec 2026", "Ends today", "Ended 4 Dec 2024" or "Starts 1 Jan 2027"; nothing without a date. */
export function AvailabilityDate({ deal, today, isShort, isUrgent }: AvailabilityDateProps) {
  const shown = availabilityDate(deal, today)
  if (!shown) return null
  const { word, date } = shown
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return (
    <span>
      {`${word} `}
      <time className={isUrgent ? 'font-semibold text-destructive-ink' : undefined} dateTime={date}>
        {date === today ? 'today' : isShort && isThisYear ? formatDay(new Date(date)) : formatDate(date)}
      </time>
    </span>
  )
}
