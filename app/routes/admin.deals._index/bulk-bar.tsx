import { Form } from '@remix-run/react'
import { BULK_PATH, type ManageSearch, manageParams } from '~/features/catalog/deals/list/managed-search'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import type { IconName } from '~/ui/icon'

/** The form of the selected rows: their checkboxes refer to it by id, because each row contains forms. */
export const BULK_FORM = 'chosen-deals'

type BulkBarProps = { search: ManageSearch; total: string; mayDelete: boolean }

const VERBS: { value: string; label: string; icon: IconName; adminsOnly?: true }[] = [
  { value: 'publish', label: 'Publish', icon: 'eye' },
  { value: 'unpublish', label: 'Unpublish', icon: 'eye-off' },
  { value: 'set-status', label: 'Set status', icon: 'clock' },
  { value: 'set-category', label: 'Set category', icon: 'folder-open' },
  { value: 'delete', label: 'Delete', icon: 'trash-2', adminsOnly: true },
]

/** Opens the confirmation page. All rows of all pages are sent as the search of the list, not as ids. */
export function BulkBar({ search, total, mayDelete }: BulkBarProps) {
  return (
    <Form id={BULK_FORM} method="get" action={BULK_PATH} className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {Object.entries(manageParams(search)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Checkbox className="noscript:hidden" onChange={({ currentTarget }) => selectRows(currentTarget)}>
        Select all on page
      </Checkbox>
      <Checkbox name="all" value="1" onChange={({ currentTarget }) => selectRows(currentTarget, 'matching')}>
        {`Select all ${total} matching`}
      </Checkbox>
      <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
        {/* Only a floated legend is an item of the row. */}
        <legend className="text-small text-muted-foreground float-start">With selected:</legend>
        {VERBS.filter(({ adminsOnly }) => mayDelete || !adminsOnly).map(({ value, label, icon, adminsOnly }) => (
          <Button
            key={value}
            name="do"
            value={value}
            tone={adminsOnly ? 'danger-quiet' : 'secondary'}
            size="sm"
            icon={icon}
          >
            {label}
          </Button>
        ))}
      </fieldset>
    </Form>
  )
}

/** The rows of the page are among the matching ones, so they cannot be left out; disabled boxes are not submitted. */
function selectRows({ form, checked }: HTMLInputElement, scope?: 'matching') {
  for (const row of form?.elements ?? []) {
    if (!(row instanceof HTMLInputElement) || row.name !== 'id') continue
    if (scope) row.disabled = checked
    if (scope || !row.disabled) row.checked = checked
  }
}
