import { Form } from '@remix-run/react'
import type { findChoice } from '~/features/contributions/purchases/choose-deal.server'
import { PurchaseFields } from '~/features/contributions/purchases/purchase-fields'
import { type FormResult, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'

type NewPurchaseProps = { deal: NonNullable<Awaited<ReturnType<typeof findChoice>>>; result: FormResult }

export function NewPurchase({ deal: { title, vendor_name, currency, deal_price }, result }: NewPurchaseProps) {
  return (
    <Form method="post" className="form-card" noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <div>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <p className="small muted">
          <bdi>{vendor_name}</bdi>
        </p>
      </div>
      <PurchaseFields result={result} purchase={{ bought_on: null, paid: deal_price, currency, refunded_on: null }} />
      <div className="form-card__foot">
        <Button>Add purchase</Button>
        <ButtonLink to="/account/purchases/new" tone="ghost">
          Choose another deal
        </ButtonLink>
      </div>
    </Form>
  )
}
