import { Form } from '@remix-run/react'
import { IMPORT_STATUS_LABELS, isUnderWay } from '~/features/staff/csv-import/csv-import'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { useRefresh } from '~/layout/refresh'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'

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
