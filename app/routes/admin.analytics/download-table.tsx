import type { DayRange, MetricTable } from '~/features/staff/analytics/range'
import { ButtonLink } from '~/ui/button'

export function DownloadTable({ table, range, what }: { table: MetricTable; range: DayRange; what: string }) {
  return (
    <ButtonLink
      href={`/admin/analytics/${table}.csv?range=${range}`}
      tone="ghost"
      size="sm"
      icon="download"
      className="btn--flush"
      aria-label={`Download ${what} as CSV`}
      download
    >
      CSV
    </ButtonLink>
  )
}
