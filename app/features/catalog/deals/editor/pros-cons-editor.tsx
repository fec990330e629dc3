import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { Button } from '~/ui/button'
import { describedBy, FieldErrors } from '~/ui/field'
import { Input } from '~/ui/input'
import { Select } from '~/ui/select-field'
import { FIELD_ROWS, FieldRow } from './field-row'
import { type ErrorsOfRow, type Row, useRepeatedRows } from './repeated-rows'
import { RowButtons } from './row-buttons'

type Entry = EditedDeal['pros_cons'][number]

const TYPES = [
  { value: 'PRO', label: 'Pro' },
  { value: 'CON', label: 'Con' },
]

export function ProsConsEditor({ initial, errorsOf }: { initial: Row<Entry>[]; errorsOf: ErrorsOfRow }) {
  const name = 'pros_cons'
  const list = useRepeatedRows<Entry>({ name, initial, blank: { type: 'PRO', text: '' }, firstPart: 'text' })
  return (
    <div className={FIELD_ROWS}>
      {list.rows.length === 0 ? (
        <p className="text-muted-foreground text-small">None yet. This card will be hidden.</p>
      ) : null}
      {list.rows.map(({ key, value }, index) => {
        const id = list.idOf(key, 'text')
        const errors = errorsOf(id)
        return (
          <FieldRow kind="entry" key={key}>
            <Select
              name={`${name}[${index}].type`}
              aria-label={`Type of entry ${index + 1}`}
              options={TYPES}
              defaultValue={value.type}
            />
            <Input
              className="@max-md:col-span-full @max-md:row-start-2"
              id={id}
              name={`${name}[${index}].text`}
              aria-label={`Text of entry ${index + 1}`}
              maxLength={DEAL_LIMITS.procon}
              defaultValue={value.text}
              {...describedBy({ id, errors })}
            />
            <RowButtons list={list} index={index} noun="entry" />
            <FieldErrors id={id} errors={errors} />
          </FieldRow>
        )
      })}
      <p>
        <Button id={list.addId} tone="secondary" size="sm" icon="plus" {...list.add}>
          Add entry
        </Button>
      </p>
    </div>
  )
}
