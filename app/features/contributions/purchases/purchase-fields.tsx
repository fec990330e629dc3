import { FIRST_PURCHASE } from '~/features/contributions/reviews/review'
import { type FormResult, fieldsOf } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { TextField } from '~/ui/field'

type PurchaseFieldsProps = {
  result: FormResult
  /** What is stored. */
  purchase: {
    bought_on: string | null
    paid: string | null
    currency: string | null
    refunded_on: string | null
    /** The refund has a form of its own then. */
    refund_asked_on?: string | null
  }
}

/** The fields of a purchase, of a new one and of one that is changed. */
export function PurchaseFields({ result, purchase }: PurchaseFieldsProps) {
  const field = fieldsOf(result, purchase)
  const days = { type: 'date', min: FIRST_PURCHASE, max: utcToday() }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Bought on" required {...days} {...field('bought_on')} />
      {purchase.refund_asked_on ? null : (
        <TextField
          label="Refunded on"
          optional
          hint="Leave empty if you kept it."
          {...days}
          {...field('refunded_on')}
        />
      )}
      <TextField
        label="Paid"
        optional
        inputMode="decimal"
        maxLength={40}
        hint="What you paid, such as 59 or 59.50. Never shown to others."
        {...field('paid')}
      />
      <TextField label="Currency (3 letters)" className="uppercase" maxLength={3} {...field('currency')} />
    </div>
  )
}
