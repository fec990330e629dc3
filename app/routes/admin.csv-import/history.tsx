import { Link } from '@remix-run/react'
import { type FileKind, IMPORT_STATUS_LABELS, importPath } from '~/features/staff/csv-import/csv-import'
import type { PastImport } from '~/features/staff/csv-import/import-reports.server'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { CursorPager } from '~/ui/cursor-pager'
import { EmptyState } from '~/ui/empty-state'
import { LocalDate } from '~/ui/local-date'

type HistoryProps = { kind: FileKind; imports: PastImport[]; page: number; hasOlder: boolean }

/** Past imports: person, file, time and outcome. */
export function ImportHistory({ kind, imports, page, hasOlder }: HistoryProps) {
  const path = importPath(kind)
  const at = (number: number) => (number === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${number}`)
  if (imports.length === 0) return <EmptyState icon="history" title="No imports yet" />
  return (
    <>
      <Box aria-labelledby="history-head">
        <BoxHead>
          <BoxTitle id="history-head">History</BoxTitle>
        </BoxHead>
        <ul className="p-5 py-2">
          {imports.map((one) => (
            <li
              key={one.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-border py-3 not-first:border-t"
            >
              <Link discover="none" className="font-semibold text-foreground" to={`/admin/csv-import/${one.id}`}>
                <bdi>{one.file_name}</bdi>
              </Link>
              <span>{IMPORT_STATUS_LABELS[one.status]}</span>
              <p className="text-small text-muted-foreground col-span-full">
                <bdi>{one.person ?? 'Command line'}</bdi>, <LocalDate value={one.created_at} />
                {['COLUMNS', 'CHECKING', 'CHECKED'].includes(one.status) ? null : `: ${countsOf(one)}`}
              </p>
            </li>
          ))}
        </ul>
      </Box>
      <CursorPager newer={page > 1 ? at(page - 1) : undefined} older={hasOlder ? at(page + 1) : undefined} />
    </>
  )
}

function countsOf(one: PastImport) {
  const counts = { created: one.created_count, updated: one.updated_count, unchanged: one.unchanged_count }
  const all = { ...counts, [one.failed_count === 1 ? 'row error' : 'row errors']: one.failed_count }
  return Object.entries(all)
    .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
    .join(', ')
}
