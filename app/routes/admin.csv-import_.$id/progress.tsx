import { Form, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { IMPORT_STATUS_LABELS, isUnderWay } from '~/features/csv-import/csv-import'
import type { ImportReport } from '~/features/csv-import/import-reports.server'
import { Button } from '~/ui/button'

const EVERY_MS = 1_000

/** How far the worker is. Scripts ask again every second; without them the page loads itself again. */
export function Progress({ report: { status, progress, row_count } }: { report: ImportReport }) {
  const { revalidate, state } = useRevalidator()
  const waits = isUnderWay(status)

  useEffect(() => {
    if (!waits || state !== 'idle') return
    const timer = setTimeout(revalidate, EVERY_MS)
    return () => clearTimeout(timer)
  }, [waits, state, revalidate])

  if (!waits) return null
  const rows = row_count > 0 ? ` of ${row_count.toLocaleString('en-US')} rows` : ''
  return (
    <section className="box" aria-labelledby="progress-head">
      <div className="box__head">
        <h2 id="progress-head">{IMPORT_STATUS_LABELS[status]}</h2>
        <span className="small muted">{`${progress}%${rows}`}</span>
      </div>
      <div className="box__body stack">
        <progress className="progress" aria-labelledby="progress-head" max={100} value={progress} />
        <p className="small muted">You can leave this page. The import continues, and its results will appear here.</p>
        {status === 'PUBLISHING' ? null : (
          <Form method="post">
            <Button tone="secondary" size="sm" name="intent" value="cancel">
              Cancel import
            </Button>
          </Form>
        )}
      </div>
    </section>
  )
}
