import { BULK_PATH } from '~/features/catalog/deals/list/managed-search'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { Stamp } from '~/ui/badge'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { FieldHint } from '~/ui/field'
import { formatCount, pluralize } from '~/ui/pluralize'
import { Stat, Stats } from '~/ui/stats'

type ResultsProps = { report: ImportReport; draftCount: number }

/** The counts: before the import what it would do, afterwards what it did. */
export function Results({ report, draftCount }: ResultsProps) {
  const { status } = report
  if (!['CHECKED', 'DONE'].includes(status)) return null
  const isDone = status !== 'CHECKED'
  return (
    <Box aria-labelledby="results-head">
      <BoxHead>
        <BoxTitle id="results-head">{isDone ? 'Results' : canGoIn(report)}</BoxTitle>
        {isDone ? (
          <Stamp>Import completed</Stamp>
        ) : (
          <span className="text-small text-muted-foreground">Nothing is stored yet</span>
        )}
      </BoxHead>
      <Stats frame="inBox">
        {report.kind === 'changes' ? <ChangeCounts report={report} /> : <DealCounts report={report} />}
        <ImportCount label="Row errors" value={report.failed_count} isBad={report.failed_count > 0} />
      </Stats>
      {draftCount > 0 ? (
        <BoxBody className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <ButtonLink to={publishPath(report.id)} tone="secondary" icon="eye">
            {`Publish ${pluralize(draftCount, 'deal')}`}
          </ButtonLink>
          <FieldHint className="max-w-[44ch]">
            Visitors will see every deal that this import created or updated.
          </FieldHint>
        </BoxBody>
      ) : null}
    </Box>
  )
}

/** The question before the drafts of an import are published. */
const publishPath = (id: string) => `${BULK_PATH}?do=publish&all=1&published=no&import=${id}`

/** "1,552 deals can go in" */
function canGoIn({ kind, created_count, updated_count }: ImportReport) {
  return `${pluralize(created_count + updated_count, kind === 'changes' ? 'change' : 'deal')} can go in`
}

function DealCounts({ report }: { report: ImportReport }) {
  const isDone = report.status !== 'CHECKED'
  return (
    <>
      <ImportCount label={isDone ? 'Created' : 'New deals'} value={report.created_count} />
      <ImportCount label={isDone ? 'Updated' : 'Updates'} value={report.updated_count} />
      <ImportCount label="Unchanged" value={report.unchanged_count} />
    </>
  )
}

function ChangeCounts({ report }: { report: ImportReport }) {
  const isDone = report.status !== 'CHECKED'
  return (
    <>
      {isDone ? <ImportCount label="Rows read" value={report.row_count} /> : null}
      <ImportCount label={isDone ? 'Changes imported' : 'New changes'} value={report.created_count} />
      {isDone ? null : <ImportCount label="Of them prices" value={report.price_count ?? 0} />}
      <ImportCount label="Already there" value={report.unchanged_count} />
    </>
  )
}

type CountProps = { label: string; value: number; isBad?: boolean }

function ImportCount({ label, value, isBad }: CountProps) {
  return (
    <Stat label={label} tone={isBad ? 'bad' : 'plain'}>
      {formatCount(value)}
    </Stat>
  )
}
