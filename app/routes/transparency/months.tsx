import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** How many months have a button of their own. */
const BUTTONS = 2
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** The files with the decisions of each month, the newest first. */
export function Months({ months }: { months: string[] }) {
  if (months.length === 0) return null
  return (
    <nav className="months" aria-label="Decisions as CSV">
      {months.slice(0, BUTTONS).map((month) => (
        <a key={month} className={classes('btn', 'btn--secondary', 'btn--sm')} href={`/transparency/${month}.csv`}>
          <Icon name="download" />
          {nameOf(month)}
          <span className="sr-only">{` ${month.slice(0, 4)} as CSV`}</span>
        </a>
      ))}
      {months.length > BUTTONS ? (
        <details>
          <summary className="btn btn--ghost btn--sm">All months</summary>
          <ul>
            {months.map((month) => (
              <li key={month}>
                <a className="link" href={`/transparency/${month}.csv`}>
                  {`${nameOf(month)} ${month.slice(0, 4)}`}
                  <span className="sr-only"> as CSV</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </nav>
  )
}

function nameOf(month: string) {
  return MONTH.format(new Date(`${month}-01`))
}
