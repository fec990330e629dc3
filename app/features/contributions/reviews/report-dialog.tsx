import { useEffect, useRef } from 'react'
import { Button } from '~/ui/button'
import { dialogClasses } from '~/ui/dialog'
import { type QuotedReview, ReviewReportForm } from './report-form'

export type ReportDialogProps = { path: string; review: QuotedReview; returnTo: string; onClose: () => void }

/** The form that reports a review, over the deal. Escape closes it. */
export function ReportDialog({ onClose, ...form }: ReportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus()
  }, [])
  return (
    <dialog className={dialogClasses({ width: 'lg' })} ref={dialog} aria-labelledby="report" onClose={onClose}>
      <ReviewReportForm
        {...form}
        cancel={
          <Button type="button" tone="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        }
      />
    </dialog>
  )
}
