import { useEffect, useRef, useState } from 'react'
import type { RecipientCounts } from '~/features/audience/notifications/recipient-counts'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import { recordEntry } from '~/features/catalog/deals/editor/record-entry'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { AFFECTS_LABELS, CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { Checkbox } from '~/ui/checkbox'
import { FieldHint, TextField } from '~/ui/field'

type Stored = Parameters<typeof recordEntry>[0]

type RecordOptionProps = { stored: Stored; recipients: RecipientCounts; result: FormResult }

/**
 * Logs the change on the deal's public record, and says whom that notifies. Scripts suggest the title of the entry as the
 * form changes.
 */
export function RecordOption({ stored, recipients, result }: RecordOptionProps) {
  const box = useRef<HTMLDivElement>(null)
  const [suggested, setSuggested] = useState('')
  const [title, setTitle] = useState(submittedValue(result, 'record_title'))
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return
    const suggest = () => setSuggested(recordEntry(stored, readFields(form, stored))?.title ?? '')
    suggest()
    form.addEventListener('input', suggest)
    return () => form.removeEventListener('input', suggest)
  }, [stored])

  return (
    <div className="grid content-start gap-3" ref={box}>
      <hr />
      <Checkbox name="record_change" defaultChecked={submittedValue(result, 'record_change') === 'on'}>
        Log this change
      </Checkbox>
      <TextField
        label="Log entry title"
        id="record_title"
        name="record_title"
        optional
        maxLength={CHANGE_LOG_LIMITS.title}
        hint="For changes to price, terms or end date. Leave empty to describe the change automatically."
        value={title ?? suggested}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        errors={errorsOf(result, 'record_title')}
      />
      <Checkbox
        name="record_terms"
        defaultChecked={!result?.initialValue || submittedValue(result, 'record_terms') === 'on'}
      >
        Log changed terms
      </Checkbox>
      <FieldHint>Untick it to correct a mistake of ours. Terms that were not stated before are not logged.</FieldHint>
      <Checkbox name="affects_owners" defaultChecked={submittedValue(result, 'affects_owners') === 'on'}>
        {AFFECTS_LABELS.YES}
      </Checkbox>
      <SilentChoice recipients={recipients} isSilent={submittedValue(result, 'silent') === 'on'} />
      <FieldHint>This is about what is logged. Followers are notified of another price or end in any case.</FieldHint>
    </div>
  )
}

const PERIODS = ['ONCE', 'MONTH', 'YEAR'] as const

function readFields(form: HTMLFormElement, stored: Stored): Stored {
  const fields = new FormData(form)
  const text = (name: string) =>
    String(fields.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      .trim() || null
  const currency = text('currency')?.toUpperCase() ?? ''
  const amount = (name: 'original_price' | 'deal_price') => {
    const given = text(name)
    const read = given && priceIn(currency)(given)
    return typeof read === 'string' || read === null ? read : stored[name]
  }
  return {
    original_price: amount('original_price'),
    deal_price: amount('deal_price'),
    deal_price_period: PERIODS.find((period) => period === text('deal_price_period')) ?? stored.deal_price_period,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : stored.currency,
    end_date: text('end_date'),
    summary: text('summary'),
    description: text('description'),
  }
}
