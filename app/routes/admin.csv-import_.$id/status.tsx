import { Form } from '@remix-run/react'
import { BULK_PATH } from '~/features/catalog/deals/list/managed-search'
import { IMPORT_STATUS_LABELS, isUnderWay } from '~/features/staff/csv-import/csv-import'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { useRefresh } from '~/layout/refresh'
import { Stamp } from '~/ui/badge'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { FieldHint } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { formatCount, pluralize } from '~/ui/pluralize'
import { Stat, Stats } from '~/ui/stats'

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

/** The progress of the worker, on a page that reloads itself meanwhile. */
export function ImportProgress({ report }: { report: ImportReport }) {
  const { status, progress, row_count } = report
  const isWaiting = isUnderWay(status)
  useRefresh(isWaiting)
  if (!isWaiting) return null
  const rows = row_count > 0 ? ` of ${row_count.toLocaleString('en-US')} rows` : ''
  return (
    <Box aria-labelledby="progress-head">
      <BoxHead>
        <BoxTitle id="progress-head">{IMPORT_STATUS_LABELS[status]}</BoxTitle>
        <span className="text-small text-muted-foreground">{`${progress}%${rows}`}</span>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <progress className="h-3 w-full accent-primary" aria-labelledby="progress-head" max={100} value={progress} />
        <p className="text-small text-muted-foreground">
          You can leave this page. The import continues, and its results will appear here.
        </p>
        <Form method="post" className="flex flex-wrap gap-3">
          <Button tone="secondary" size="sm" name="intent" value="cancel" formNoValidate>
            Cancel import
          </Button>
        </Form>
      </BoxBody>
    </Box>
  )
}

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
        {countsOf(report).map(([label, value]) => (
          <Stat key={label} label={label}>
            {formatCount(value)}
          </Stat>
        ))}
        <Stat label="Row errors" tone={report.failed_count > 0 ? 'bad' : 'plain'}>
          {formatCount(report.failed_count)}
        </Stat>
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

function countsOf(report: ImportReport): [label: string, value: number][] {
  const isDone = report.status !== 'CHECKED'
  const { row_count, created_count, updated_count, unchanged_count, price_count } = report
  if (report.kind === 'changes') {
    const created: [string, number] = [isDone ? 'Changes imported' : 'New changes', created_count]
    const other: [string, number] = isDone ? ['Rows read', row_count] : ['Of them prices', price_count ?? 0]
    return [...(isDone ? [other, created] : [created, other]), ['Already there', unchanged_count]]
  }
  return [
    [isDone ? 'Created' : 'New deals', created_count],
    [isDone ? 'Updated' : 'Updates', updated_count],
    ['Unchanged', unchanged_count],
  ]
}
