import type { DayRange, MetricTable } from '~/features/staff/analytics/range'
import { ButtonLink } from '~/ui/button'

type DownloadTableProps = {
  table: MetricTable
  range: DayRange
  what: string
  /** Where on its line it is. */
  side?: keyof typeof SIDES
}

// Without a border, its words line up with what is above or beside it.
const SIDES = { start: '-ms-3.5 self-start', end: '-me-3.5' }

export function DownloadTable({ table, range, what, side = 'end' }: DownloadTableProps) {
  return (
    <ButtonLink
      href={`/admin/analytics/${table}.csv?range=${range}`}
      tone="ghost"
      size="sm"
      icon="download"
      className={SIDES[side]}
      aria-label={`Download ${what} as CSV`}
      download
    >
      CSV
    </ButtonLink>
  )
}
