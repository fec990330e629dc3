import { Form, Link } from '@remix-run/react'
import type { findOwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import { PurchaseFields } from '~/features/contributions/purchases/purchase-fields'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'

type EditPurchaseProps = { purchase: NonNullable<Awaited<ReturnType<typeof findOwnPurchase>>>; result: FormResult }

export function EditPurchase({ purchase, result }: EditPurchaseProps) {
  const { title, slug, published, vendor_name, proof_status, currency, deal_currency } = purchase
  return (
    <Form method="post" className="form-card" noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <div>
        <h2>
          {published ? (
            <Link className="saved__name" to={`/deals/${slug}`} discover="none">
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h2>
        <p className="small muted">
          <bdi>{vendor_name}</bdi>
        </p>
      </div>
      <PurchaseFields result={result} purchase={{ ...purchase, currency: currency ?? deal_currency }} />
      {errorsOf(result, 'bought_on')?.includes(LOSES_PROOF) ? (
        <label className="choice">
          <input type="checkbox" name="drops_proof" value="1" />
          <span>Delete the proof and its check</span>
        </label>
      ) : null}
      {proof_status === 'CHECKED' || proof_status === 'REFUSED' ? (
        <p className="field__hint">
          What we found in your proof holds for the day you named. Another day starts without a proof.
        </p>
      ) : null}
      <div className="form-card__foot">
        <Button>Save purchase</Button>
        <ButtonLink to="/account/purchases" tone="ghost">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
