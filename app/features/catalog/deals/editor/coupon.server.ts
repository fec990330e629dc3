import { data } from '@remix-run/node'
import { failedForm } from '~/http/forms'
import { USE_COUPON } from './coupon'
import type { DealFormResult } from './deal-draft'

/**
 * Responds to a suggested coupon code without scripts: the form as it was sent, with the code in its field. Nothing is
 * saved. Undefined when no suggestion was chosen.
 */
export function fillCoupon(form: URLSearchParams) {
  const code = form.get(USE_COUPON)
  if (code === null) return undefined
  const { status: _, error: __, ...sent } = failedForm(form, '')
  return data<DealFormResult>({ ...sent, initialValue: { ...sent.initialValue, coupon_code: code } })
}
