import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { Notice } from '~/ui/notice'
import { formatCount } from '~/ui/pluralize'

type NoticesProps = { report: ImportReport; unknown: string[]; rowWarnings: string[] }

/** Notices about the file, before or instead of the import. */
export function Notices({ report, unknown, rowWarnings }: NoticesProps) {
  const warnings = report.status === 'CHECKED' ? warningsOf(report) : []
  return (
    <>
      {report.status === 'FAILED' ? (
        <Notice tone="bad" title={report.message ?? 'The import failed'} text={writtenText(report)} />
      ) : null}
      {report.status === 'CANCELLED' ? (
        <Notice icon="ban" title="This import was canceled" text={report.message ?? writtenText(report)} />
      ) : null}
      {warnings.length > 0 ? <Notice icon="triangle-alert" title={warnings.join('. ')} /> : null}
      {rowWarnings.map((warning) => (
        <Notice key={warning} icon="triangle-alert" title={warning} />
      ))}
      {unknown.length > 0 ? <Notice title={`Unused columns: ${unknown.join(', ')}`} /> : null}
    </>
  )
}

/** Both follow from the rule that imported deals are ACTIVE drafts (spec §4). */
function warningsOf({ summary: { touched } }: ImportReport) {
  const become = (count = 0, what: string) =>
    count > 0 ? `${formatCount(count)} ${what} ${count === 1 ? 'deal becomes' : 'deals become'} ACTIVE` : ''
  return [
    become(touched?.expired, 'expired'),
    become(touched?.ending_soon, 'ending soon'),
    become(touched?.upcoming, 'upcoming'),
  ].filter(Boolean)
}

function writtenText({ created_count, updated_count, written_row }: ImportReport) {
  if (written_row === 0) return 'Nothing was imported.'
  return `Imported before it stopped, and kept: ${formatCount(created_count)} created, ${formatCount(updated_count)} updated.`
}
