// Written out, because Intl's British "Sept" has four letters, and changes with the version of its data.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "3 Nov 2025" from a day ("2025-11-03") or a moment, read in UTC so that server and browser agree. */
export function formatDate(value: string | Date) {
  const date = new Date(value)
  return `${formatDay(date)} ${date.getUTCFullYear()}`
}

function formatDay(date: Date) {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

type LocalDateProps = { value: string | Date; form?: 'full' | 'short' | 'stacked'; className?: string }

export function LocalDate({ value, form = 'full', className }: LocalDateProps) {
  const date = new Date(value)
  return (
    <time className={className} dateTime={date.toISOString().slice(0, 10)}>
      {form === 'stacked' ? (
        <>
          <b>{formatDay(date)}</b>
          {date.getUTCFullYear()}
        </>
      ) : (
        (form === 'full' ? formatDate : formatDay)(date)
      )}
    </time>
  )
}
