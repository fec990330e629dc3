import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { Button } from '~/ui/button'
import { describedBy, FieldErrors } from '~/ui/field'
import { Input, TextBox } from '~/ui/input'
import { FIELD_ROWS, FieldRow } from './field-row'
import { type ErrorsOfRow, type Row, useRepeatedRows } from './repeated-rows'
import { RowButtons } from './row-buttons'

type Faq = EditedDeal['faqs'][number]

export function FaqsEditor({ initial, errorsOf }: { initial: Row<Faq>[]; errorsOf: ErrorsOfRow }) {
  const name = 'faqs'
  const list = useRepeatedRows<Faq>({ name, initial, blank: { question: '', answer: '' }, firstPart: 'question' })
  return (
    <div className={FIELD_ROWS}>
      {list.rows.length === 0 ? (
        <p className="text-muted-foreground text-small">None yet. This section will be hidden.</p>
      ) : null}
      {list.rows.map(({ key, value }, index) => {
        const partOf = (part: keyof Faq, label: string) => {
          const id = list.idOf(key, part)
          return {
            id,
            name: `${name}[${index}].${part}`,
            'aria-label': `${label} ${index + 1}`,
            maxLength: DEAL_LIMITS[part],
            defaultValue: value[part],
            ...describedBy({ id, errors: errorsOf(id) }),
          }
        }
        return (
          <FieldRow kind="question" key={key}>
            <Input {...partOf('question', 'Question')} />
            <RowButtons list={list} index={index} noun="question" />
            <FieldErrors id={list.idOf(key, 'question')} errors={errorsOf(list.idOf(key, 'question'))} />
            <TextBox height="sm" {...partOf('answer', 'Answer')} />
            <FieldErrors id={list.idOf(key, 'answer')} errors={errorsOf(list.idOf(key, 'answer'))} />
          </FieldRow>
        )
      })}
      <p>
        <Button id={list.addId} tone="secondary" size="sm" icon="plus" {...list.add}>
          Add question
        </Button>
      </p>
    </div>
  )
}
