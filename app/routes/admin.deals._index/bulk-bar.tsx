import { Form } from '@remix-run/react'
import { type ManageSearch, managePath } from '~/features/deals/manage-search'
import { Button } from '~/ui/button'

/** The form of the selected rows: their checkboxes refer to it by id, because each row has forms of its own. */
export const BULK_FORM = 'chosen-deals'

export function BulkBar({ search }: { search: ManageSearch }) {
  return (
    <Form id={BULK_FORM} method="post" action={managePath(search)} className="flex flex-wrap items-center gap-3">
      <SelectAll />
      <span className="small muted">With selected:</span>
      <Button name="intent" value="publish" tone="secondary" size="sm" icon="eye">
        Publish
      </Button>
      <Button name="intent" value="unpublish" tone="secondary" size="sm" icon="eye-off">
        Unpublish
      </Button>
    </Form>
  )
}

/** Not submitted; shown only with scripts, which select the other rows. */
function SelectAll() {
  return (
    <label className="check check--all">
      <input
        type="checkbox"
        onChange={({ currentTarget: { form, checked } }) => {
          for (const box of form?.elements ?? []) {
            if (box instanceof HTMLInputElement && box.name === 'id') box.checked = checked
          }
        }}
      />
      <span>Select all on page</span>
    </label>
  )
}
