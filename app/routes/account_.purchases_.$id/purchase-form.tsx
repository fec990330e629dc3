import { Form } from '@remix-run/react'
import type { ProofStatus } from '~/db/schema'
import { FIRST_PURCHASE, LOSES_PROOF } from '~/features/contributions/reviews/review'
import { errorsOf, type FormResult, fieldsOf, summaryOf } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { Button, ButtonLink } from '~/ui/button'
import { Choice } from '~/ui/choice'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextField } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { NameLink } from '~/ui/name-link'

type Purchase = {
  title: string
  slug: string
  published?: boolean
  vendor_name: string
  bought_on: string | null
  paid: string | null
  currency: string | null
  deal_currency?: string
  refunded_on: string | null
  /** The refund has a form of its own then. */
  refund_asked_on?: string | null
  proof_status?: ProofStatus
}

/** The form of a purchase: of a new one, with the price of the deal, and of one that is changed. */
export function PurchaseForm({ purchase, isNew, result }: { purchase: Purchase; isNew: boolean; result: FormResult }) {
  const { title, slug, published, vendor_name, proof_status, refund_asked_on } = purchase
  const field = fieldsOf(result, { ...purchase, currency: purchase.currency ?? purchase.deal_currency })
  const days = { type: 'date', min: FIRST_PURCHASE, max: utcToday() }
  return (
    <Form method="post" className={FORM_CARD} noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <div>
        <h2>
          {published ? (
            <NameLink to={`/deals/${slug}`} discover="none">
              <bdi>{title}</bdi>
            </NameLink>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h2>
        <p className="text-small text-muted-foreground">
          <bdi>{vendor_name}</bdi>
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Bought on" required {...days} {...field('bought_on')} />
        {refund_asked_on ? null : (
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
      {errorsOf(result, 'bought_on')?.includes(LOSES_PROOF) ? (
        <Choice type="checkbox" name="drops_proof" value="1" label="Delete the proof and its check" />
      ) : null}
      {proof_status === 'CHECKED' || proof_status === 'REFUSED' ? (
        <FieldHint>Your proof was checked for this date. With another date, you start without a proof.</FieldHint>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button>{isNew ? 'Add purchase' : 'Save purchase'}</Button>
        <ButtonLink to={isNew ? '/account/purchases/new' : '/account/purchases'} tone="ghost">
          {isNew ? 'Choose another deal' : 'Cancel'}
        </ButtonLink>
      </div>
    </Form>
  )
}
