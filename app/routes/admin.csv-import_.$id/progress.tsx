import { Form } from '@remix-run/react'
import type { ImportStatus } from '~/db/schema'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { IMPORT_STATUS_LABELS, isUnderWay } from '~/features/staff/csv-import/csv-import'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import type { FormResult } from '~/http/forms'
import { useRefresh } from '~/layout/refresh'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'

const STOPPED: Partial<Record<ImportStatus, string>> = {
  CHECKING: 'The check was interrupted too often. Nothing was written. Continue to check the file again.',
  QUEUED: 'The import was interrupted too often, before it wrote a row. Continue to write all rows.',
  RUNNING: 'The import was interrupted too often. Rows already written stay. Continue to write the others.',
  PUBLISHING: 'Publishing was interrupted too often. Deals already published stay. Continue to publish the others.',
}

/** The progress of the worker, on a page that reloads itself meanwhile; or that it has stopped. */
export function ImportProgress({ report, result }: { report: ImportReport; result: FormResult }) {
  const { status, progress, row_count, has_stopped } = report
  const isWaiting = isUnderWay(status)
  useRefresh(isWaiting && !has_stopped)
  if (!isWaiting) return null
  const rows = row_count > 0 ? ` of ${row_count.toLocaleString('en-US')} rows` : ''
  return (
    <Box aria-labelledby="progress-head">
      <BoxHead>
        <BoxTitle id="progress-head">{has_stopped ? 'Stopped' : IMPORT_STATUS_LABELS[status]}</BoxTitle>
        <span className="text-small text-muted-foreground">{`${progress}%${rows}`}</span>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <progress className="h-3 w-full accent-primary" aria-labelledby="progress-head" max={100} value={progress} />
        <p className="text-small text-muted-foreground">
          {has_stopped
            ? STOPPED[status]
            : 'You can leave this page. The import continues, and its results will appear here.'}
        </p>
        <Form method="post" className="flex flex-wrap gap-3">
          {passwordAgain(result, { intent: 'continue' })}
          {has_stopped ? (
            <Button size="sm" name="intent" value="continue">
              Continue
            </Button>
          ) : null}
          {status === 'PUBLISHING' ? null : (
            <Button tone="secondary" size="sm" name="intent" value="cancel" formNoValidate>
              Cancel import
            </Button>
          )}
        </Form>
      </BoxBody>
    </Box>
  )
}
