import { Form } from '@remix-run/react'
import { errorsOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { FieldErrors } from '~/ui/field'
import type { DecisionResult } from './queue-types'

/** Approves what was selected below; the boxes beside the comments belong to this form. */
export function BulkApproveForm({ result }: { result: DecisionResult }) {
  return (
    <Form method="post" id="selected" className="queue-item__bulk">
      <Button tone="secondary" size="sm" icon="check" name="intent" value="approve-selected">
        Approve selected
      </Button>
      <FieldErrors id="selected" errors={errorsOf(result, 'selected')} />
    </Form>
  )
}
