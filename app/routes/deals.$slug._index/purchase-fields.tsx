import type { ComponentProps } from 'react'
import type { OwnReview } from '~/features/contributions/reviews/own-review.server'
import { FIRST_PURCHASE, LOSES_PROOF, WORKS_THERE, WORKS_THERE_REFUSAL } from '~/features/contributions/reviews/review'
import { errorsOf, type FormResult, fieldValue, submittedValue } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { Choice } from '~/ui/choice'
import { classes } from '~/ui/classes'
import { describedBy, FIELD, FieldError, FieldErrors, FieldHint, Optional, TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { RadioField } from '~/ui/radio-field'

import { ProofField } from './proof-field'

/** What a member said before. */
export type StoredPurchase = Pick<OwnReview, 'bought_on' | 'refunded_on' | 'connection'>

const CONNECTIONS = [
  { value: 'NONE', label: 'None', hint: 'I paid for it myself.' },
  { value: 'FREE', label: 'Got it free or as a gift', hint: 'Shown as a label: Got it free.' },
  { value: 'AFFILIATE', label: 'Affiliate', hint: 'I earn when others buy. Shown as a label: Affiliate.' },
  {
    value: WORKS_THERE,
    label: 'I work for the vendor or a competitor',
    hint: 'Then you cannot review this deal. You can answer as the vendor in the comments.',
  },
] as const

type PurchaseFieldsProps = {
  result: FormResult
  about: StoredPurchase | undefined
  proof: ComponentProps<typeof ProofField>['own']
}

/** The optional questions; open when one has a value or an error. */
export function ReviewPurchaseFields({ result, about, proof }: PurchaseFieldsProps) {
  const field = (name: 'bought_on' | 'refunded_on' | 'refunded' | 'connection', stored?: string | null) => ({
    id: `review-${name}`,
    name,
    defaultValue: fieldValue(result, name, stored ?? undefined),
    errors: errorsOf(result, name),
  })
  const bought = field('bought_on', about?.bought_on)
  const refunded = field('refunded', about?.refunded_on && '1')
  const refund = field('refunded_on', about?.refunded_on)
  const connection = field('connection', about?.connection)
  const chosen = connection.defaultValue || 'NONE'
  const isOpen =
    chosen !== 'NONE' ||
    [bought, refunded, refund].some(({ defaultValue }) => defaultValue) ||
    [bought, refunded, refund, connection].some(({ errors }) => errors) ||
    Boolean(proof ?? errorsOf(result, 'proof') ?? submittedValue(result, 'proof_name'))
  const days = { type: 'date', min: FIRST_PURCHASE, max: utcToday() }

  return (
    <Fold
      open={isOpen || undefined}
      summary={
        <span>
          About your purchase
          <Optional />
        </span>
      }
    >
      <div className="group/purchase grid gap-5 pt-3">
        <FieldHint>
          Private. Readers see only the month, a refund, your connection, and whether we verified it.
        </FieldHint>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="When did you buy it?" {...days} {...bought} />
          {/* On the line of the date, below its label. */}
          <div className={classes(FIELD, 'sm:pt-7')}>
            <Choice
              type="checkbox"
              id={refunded.id}
              name={refunded.name}
              value="1"
              defaultChecked={Boolean(refunded.defaultValue)}
              {...describedBy(refunded)}
              label="I got a refund"
            />
            <FieldErrors id={refunded.id} errors={refunded.errors} />
          </div>
          <TextField
            label="Day of the refund"
            optional
            fieldClassName="group-not-has-[#review-refunded:checked]/purchase:hidden"
            {...days}
            {...refund}
          />
        </div>
        {bought.errors?.includes(LOSES_PROOF) ? (
          <Choice type="checkbox" name="drops_proof" value="1" label="Delete the proof and its check" />
        ) : null}
        <div className="group/connection">
          <RadioField
            id={connection.id}
            name={connection.name}
            legend="Your connection to the vendor"
            choices={CONNECTIONS}
            chosen={chosen}
            errors={connection.errors}
          />
          {connection.errors ? null : (
            <FieldError className="group-not-has-[[value=VENDOR]:checked]/connection:hidden">
              {WORKS_THERE_REFUSAL}
            </FieldError>
          )}
        </div>
        <ProofField result={result} own={proof} />
      </div>
    </Fold>
  )
}
