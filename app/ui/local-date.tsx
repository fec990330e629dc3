const FULL = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "3 Nov 2025" from a day ("2025-11-03") or a moment, read in UTC so that server and browser agree. */
export function formatDate(value: string | Date) {
  return FULL.format(new Date(value))
}

type LocalDateProps = { value: string | Date; form?: 'full' | 'short' | 'stacked'; className?: string }

export function LocalDate({ value, form = 'full', className }: LocalDateProps) {
  const date = new Date(value)
  return (
    <time className={className} dateTime={date.toISOString().slice(0, 10)}>
      {form === 'stacked' ? (
        <>
          <b>{SHORT.format(date)}</b>
          {date.getUTCFullYear()}
        </>
      ) : (
        (form === 'full' ? FULL : SHORT).format(date)
      )}
    </time>
  )
}
