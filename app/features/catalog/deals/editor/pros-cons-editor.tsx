import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { Button } from '~/ui/button'
import { describedBy, FieldErrors } from '~/ui/field'
import { Select } from '~/ui/select-field'
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
    <section className="box" id={name} aria-labelledby={`${name}-title`}>
      <div className="box__head">
        <h2 id={`${name}-title`}>Pros &amp; Cons</h2>
        <Button id={list.addId} tone="secondary" size="sm" icon="plus" {...list.add}>
          Add entry
        </Button>
      </div>
      <div className="box__body field-rows">
        {list.rows.length === 0 ? <p className="muted small">None yet. This card will be hidden.</p> : null}
        {list.rows.map(({ key, value }, index) => {
          const id = list.idOf(key, 'text')
          const errors = errorsOf(id)
          return (
            <div className="field-rows__row" key={key}>
              <Select
                name={`${name}[${index}].type`}
                aria-label={`Type of entry ${index + 1}`}
                options={TYPES}
                defaultValue={value.type}
              />
              <input
                className="input"
                id={id}
                name={`${name}[${index}].text`}
                aria-label={`Text of entry ${index + 1}`}
                maxLength={DEAL_LIMITS.procon}
                defaultValue={value.text}
                {...describedBy({ id, errors })}
              />
              <RowButtons list={list} index={index} noun="entry" />
              <FieldErrors id={id} errors={errors} />
            </div>
          )
        })}
      </div>
    </section>
  )
}
