import { formatDate, formatDay, formatMonth } from '~/ui/local-date'
import type { DealSummary } from './deal'

type Dates = Pick<DealSummary, 'shown_status' | 'start_date' | 'end_date' | 'confirmed_on'>

/**
 * The date that matters about a deal with this shown status: "Starts" before it opens, "Ends" or "Since" while it is
 * open, "Last seen" where that is long ago, "Ended" afterwards. Undefined for a deal that staff ended before its end
 * date.
 *
 * @param today the day on which the status is shown, see `utcToday`
 */
export function availabilityDate(deal: Dates, today: string) {
  const { shown_status, start_date, end_date } = deal
  if (shown_status === 'UPCOMING') return { word: 'Starts', date: start_date } as const
  if (shown_status === 'UNCONFIRMED') return { word: 'Last seen', date: lastSeen(deal) } as const
  if (shown_status !== 'EXPIRED') {
    return end_date === null
      ? ({ word: 'Since', date: start_date } as const)
      : ({ word: 'Ends', date: end_date } as const)
  }
  return end_date !== null && end_date < today ? ({ word: 'Ended', date: end_date } as const) : undefined
}

/** The last day on which the offer was known to be open: that of its last confirmation, or of its start. */
export const lastSeen = ({ confirmed_on, start_date }: Pick<Dates, 'confirmed_on' | 'start_date'>) =>
  confirmed_on ?? start_date

/** "Nov 2025": the month in which a deal that is not open was last known to be. */
export function lastKnownMonth(deal: Dates, today: string) {
  const { end_date } = deal
  return formatMonth(new Date(end_date !== null && end_date < today ? end_date : lastSeen(deal)))
}

type AvailabilityDateProps = {
  deal: Dates
  today: string
  /**
   * Lists have no start of an open deal and only the month of what was seen long ago; rows leave out the current year.
   */
  form?: 'full' | 'card' | 'row'
  /** In red ink: the deal is about to end. */
  isUrgent?: boolean
}

/**
 * "Ends 4 Dec 2026", "Ends today", "Since 19 Nov 2026", "Last seen 21 Nov 2017", "Ended 4 Dec 2024" or "Starts 1 Jan
 * 2027".
 */
export function AvailabilityDate({ deal, today, form = 'full', isUrgent }: AvailabilityDateProps) {
  const shown = availabilityDate(deal, today)
  if (!shown || (shown.word === 'Since' && form !== 'full')) return null
  const { word, date } = shown
  return (
    <span>
      {`${word} `}
      <time className={isUrgent ? 'font-semibold text-destructive-ink' : undefined} dateTime={date}>
        {textOf(shown, today, form)}
      </time>
    </span>
  )
}

function textOf({ word, date }: { word: string; date: string }, today: string, form: AvailabilityDateProps['form']) {
  if (date === today) return 'today'
  if (word === 'Last seen' && form !== 'full') return formatMonth(new Date(date))
  return form === 'row' && date.slice(0, 4) === today.slice(0, 4) ? formatDay(new Date(date)) : formatDate(date)
}
