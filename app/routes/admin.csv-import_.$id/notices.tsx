import { Link } from '@remix-run/react'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { formatDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { formatCount } from '~/ui/pluralize'

type EarlierImport = {
  id: string
  created_at: Date | string
  created_count: number
  updated_count: number
  person: string | null
}
type NoticesProps = {
  report: ImportReport
  unknown: string[]
  rowWarnings: string[]
  productMatches: string[]
  earlierImport?: EarlierImport
}

/** Notices about the file, before or instead of the import. */
export function Notices({ report, unknown, rowWarnings, productMatches, earlierImport }: NoticesProps) {
  const warnings = report.status === 'CHECKED' ? warningsOf(report) : []
  return (
    <>
      {report.status === 'FAILED' ? (
        <Notice tone="bad" title={report.message ?? 'The import failed'} text={writtenText(report)} />
      ) : null}
      {report.status === 'CANCELLED' ? (
        <Notice icon="ban" title="This import was canceled" text={report.message ?? writtenText(report)} />
      ) : null}
      {earlierImport && report.status === 'CHECKED' ? (
        <Notice
          icon="history"
          title="This file was imported before"
          text={
            <>
              {`${earlierImport.person ?? 'The command line'} imported it on ${formatDate(earlierImport.created_at)}: ${earlierImport.created_count} created, ${earlierImport.updated_count} updated. `}
              <Link discover="none" to={`/admin/csv-import/${earlierImport.id}`}>
                See that import
              </Link>
            </>
          }
        />
      ) : null}
      {warnings.length > 0 ? <Notice icon="triangle-alert" title={warnings.join('. ')} /> : null}
      {rowWarnings.map((warning) => (
        <Notice key={warning} icon="triangle-alert" title={warning} />
      ))}
      {productMatches.map((match) => (
        <Notice key={match} icon="tags" title={match} />
      ))}
      {unknown.length > 0 ? <Notice title={`Unused columns: ${unknown.join(', ')}`} /> : null}
    </>
  )
}

/** Both follow from the rule that imported deals are ACTIVE drafts (spec §4). */
function warningsOf(report: ImportReport) {
  const become = (count: number, what: string) =>
    count > 0 ? `${formatCount(count)} ${what} ${count === 1 ? 'deal becomes' : 'deals become'} ACTIVE` : ''
  const live = report.unpublished_count
  return [
    live > 0 ? `${formatCount(live)} live ${live === 1 ? 'deal' : 'deals'} will be unpublished` : '',
    become(report.expired_count, 'expired'),
    become(report.ending_soon_count, 'ending soon'),
    become(report.upcoming_count, 'upcoming'),
  ].filter(Boolean)
}

function writtenText({ created_count, updated_count, written_count }: ImportReport) {
  if (written_count === 0) return 'Nothing was imported.'
  return `Imported before it stopped, and kept: ${formatCount(created_count)} created, ${formatCount(updated_count)} updated.`
}
