import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { DISCOUNT_LEFT_OUT, isOverpriced, leavesOutDiscount, OVERPRICED } from '~/features/catalog/deals/deal'
import type { DealFormResult } from '~/features/catalog/deals/editor/deal-draft'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { NO_OWN_PICTURE } from '~/features/catalog/pictures/own-pictures.server'
import { invalid } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import type { SaveRejection, SaveResult } from './save-deal.server'

const REJECTED: Record<SaveRejection['field'], string> = {
  slug: 'Slug is taken by another deal.',
  category_id: 'Category was deleted in the meantime. Choose another one.',
  platform_id: 'Platform was deleted in the meantime. Choose another one.',
  hero_image_url: NO_OWN_PICTURE,
  record_title: 'Price, summary, description and end date are unchanged, so there is nothing to log.',
}
const VENDOR_CLOSED = 'Its vendor has shut down, so the deal is Expired.'

/** Responds to a save: redirects to the list, or returns the form with the submitted values and errors. */
export function respondToSave<Value extends DealValues>(
  submission: Submission<Value, string[]> & { value: Value },
  saved: SaveResult,
  list: string,
) {
  const { outcome } = saved
  if (outcome === 'missing') throw notFound('Deal')
  if (outcome === 'rejected') return invalid(submission, { fieldErrors: { [saved.field]: [REJECTED[saved.field]] } })
  if (outcome === 'conflict') {
    const { data: result, init } = invalid(submission, { status: 409 })
    return data<DealFormResult>({ ...result, conflict: saved.conflict }, init ?? undefined)
  }
  const notes = [
    saved.isVendorClosed && VENDOR_CLOSED,
    isOverpriced(submission.value) && OVERPRICED,
    leavesOutDiscount(submission.value) && `Discount percent: ${DISCOUNT_LEFT_OUT}`,
  ].filter((note) => note !== undefined && note !== false)
  return redirectWithToast(list, {
    tone: 'success',
    title: `Deal ${outcome === 'saved' ? 'updated' : 'created'}`,
    ...(notes.length > 0 && { text: notes.join(' '), stays: true }),
  })
}
