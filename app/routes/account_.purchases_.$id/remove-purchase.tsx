import { Form } from '@remix-run/react'
import type { findOwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import { ConfirmButton } from '~/ui/confirm-button'

type Purchase = Pick<NonNullable<Awaited<ReturnType<typeof findOwnPurchase>>>, 'title' | 'proof_status' | 'has_review'>

/** Removes the purchase, and says before what goes with it. */
export function RemovePurchase({ purchase }: { purchase: Purchase }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove" />
      <ConfirmButton
        label="Remove purchase"
        icon="trash-2"
        heading={`Remove the purchase of ${purchase.title}?`}
        text={consequences(purchase)}
        confirm="Remove purchase"
      />
    </Form>
  )
}

function consequences({ proof_status, has_review }: Purchase) {
  return [
    'We delete the date and the price, and send no reminders.',
    has_review && 'Your review stays, without its purchase labels.',
    proof_status === 'SUBMITTED' && 'Your pending proof is deleted.',
    proof_status === 'CHECKED' && 'Your proof and our decision on it are deleted.',
  ]
    .filter(Boolean)
    .join(' ')
}
