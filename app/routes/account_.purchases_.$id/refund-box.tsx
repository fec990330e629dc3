import { Form } from '@remix-run/react'
import { isOverdue, type RefundState, SILENT_DAYS } from '~/features/contributions/refunds/refund'
import { type FormResult, fieldsOf, submittedValue } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'
import { FieldHint, TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'
import { RadioField } from '~/ui/radio-field'

type RefundBoxProps = {
  purchase: RefundState & { paid: string | null; currency: string | null }
  today: string
  /** Of the form of this box only. */
  result: FormResult
}

/** "Does the seller really refund?": when the buyer asked, and how it ended. */
export function RefundBox({ purchase, today, result }: RefundBoxProps) {
  const { refund_asked_on, refund_outcome, paid, currency } = purchase
  const amount = paid !== null && currency ? `${formatMoney(paid, currency)}, ` : ''
  return (
    <>
      {isOverdue(purchase, today) ? (
        <Notice
          tone="wait"
          title={`You asked for a refund on ${formatDate(refund_asked_on!)}. Did they pay?`}
          text={`It has been ${pluralize(daysBetween(refund_asked_on!, today), 'day')}. Tell us how it went, so that later buyers know.`}
        />
      ) : null}
      <Box aria-labelledby="refund" id="refund-box">
        <BoxHead>
          <BoxTitle id="refund">Refund</BoxTitle>
          {refund_asked_on ? (
            <span className="text-small text-muted-foreground">{`${amount}asked ${formatDate(refund_asked_on)}`}</span>
          ) : null}
        </BoxHead>
        <BoxBody className="grid gap-5">
          {refund_outcome === null ? null : <p className="font-semibold">{outcomeText(purchase)}</p>}
          {refund_asked_on === null ? <AskedForm purchase={purchase} today={today} result={result} /> : null}
          {refund_asked_on !== null && refund_outcome === null ? (
            <OutcomeForm purchase={purchase} today={today} result={result} />
          ) : null}
          {refund_outcome === null ? null : (
            <Fold summary="Change" open={result !== undefined}>
              <OutcomeForm purchase={purchase} today={today} result={result} />
            </Fold>
          )}
        </BoxBody>
      </Box>
    </>
  )
}

const daysBetween = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)

function outcomeText({ refund_outcome, refund_asked_on, refunded_on }: RefundState) {
  if (refund_outcome === 'REFUSED') return 'Refused.'
  if (refund_outcome === 'NO_ANSWER') return 'No answer.'
  const days = Math.max(daysBetween(refund_asked_on!, refunded_on!), 0)
  return `Paid on ${formatDate(refunded_on!)}, after ${pluralize(days, 'day')}.`
}

function AskedForm({ purchase, today, result }: RefundBoxProps) {
  const { bought_on, refunded_on } = purchase
  if (bought_on === null) return <p className="text-muted-foreground">Enter the date of purchase below first.</p>
  return (
    <Form method="post" noValidate className="grid justify-items-start gap-3">
      {refunded_on ? <p>{`Refunded on ${formatDate(refunded_on)}.`}</p> : null}
      <TextField
        label="I asked for a refund on"
        type="date"
        min={bought_on}
        max={refunded_on ?? today}
        required
        hint={refunded_on ? undefined : `We ask you after ${SILENT_DAYS} days whether they paid.`}
        {...fieldsOf(result, purchase)('refund_asked_on')}
      />
      <Button tone="secondary" name="intent" value="refund">
        Save refund
      </Button>
    </Form>
  )
}

const OUTCOMES = [
  { value: 'PAID', label: 'Paid' },
  { value: 'REFUSED', label: 'Refused', hint: 'The seller said no.' },
  { value: 'NO_ANSWER', label: 'No answer', hint: `Nothing for ${SILENT_DAYS} days or more.` },
] as const

function OutcomeForm({ purchase, today, result }: RefundBoxProps) {
  const field = fieldsOf(result, purchase)
  const { errors } = field('refund_outcome')
  return (
    <Form method="post" noValidate className="grid justify-items-start gap-5">
      <RadioField
        id="refund_outcome"
        name="refund_outcome"
        legend="How did it end?"
        choices={OUTCOMES}
        chosen={submittedValue(result, 'refund_outcome') ?? purchase.refund_outcome ?? undefined}
        errors={errors}
      />
      <TextField
        label="Paid on"
        type="date"
        min={purchase.refund_asked_on!}
        max={today}
        hint="Only if they paid."
        {...field('refunded_on')}
      />
      <FieldHint>
        Only the count is public: "5 owners asked for a refund: 4 paid, 1 refused", from three owners on. Never your
        name or your date.
      </FieldHint>
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="refund">
          Save refund
        </Button>
        <Button tone="ghost" name="intent" value="no-refund">
          I did not ask
        </Button>
      </div>
    </Form>
  )
}
