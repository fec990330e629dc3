import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { DISCOUNT_LEFT_OUT, isOverpriced, leavesOutDiscount, OVERPRICED } from '~/features/catalog/deals/deal'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { describeEditConflict, type EditConflict } from '~/features/catalog/deals/editor/edit-conflict.server'
import { NO_OWN_PICTURE } from '~/features/catalog/pictures/own-pictures.server'
import { invalid } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import type { CreateResult, SaveRejection, SaveResult } from './save-deal.server'

const REJECTED: Record<SaveRejection['field'], string> = {
  slug: 'Slug is taken by another deal.',
  category_id: 'Category was deleted in the meantime. Choose another one.',
  platform_id: 'Platform was deleted in the meantime. Choose another one.',
  hero_image_url: NO_OWN_PICTURE,
}
const NOTHING_TO_RECORD = 'Price, summary, description and end date are unchanged, so there is nothing to log.'
const VENDOR_CLOSED = 'Its vendor has shut down, so the deal is Expired.'

type Sent<Value> = Submission<Value, string[]>

/** The form again, after a change of its rows or with errors. */
export function respondWithForm<Value>(submission: Sent<Value>, conflict: EditConflict | null = null, reply = {}) {
  if (submission.status === undefined) {
    // A change of rows is not a submission, so required fields are not checked yet.
    const { error: _tooEarly, ...result } = submission.reply()
    return data({ ...result, conflict })
  }
  const { data: result, init } = invalid(submission, reply)
  return data({ ...result, conflict }, init ?? undefined)
}

/** Responds to a save: redirects to the list, or returns the form with the submitted values and errors. */
export async function respondToSave<Value extends DealValues>(
  submission: Sent<Value> & { value: Value },
  saved: SaveResult | CreateResult,
  list: string,
) {
  switch (saved.outcome) {
    case 'missing':
      throw notFound('Deal')
    case 'rejected':
      return respondWithForm(submission, null, { fieldErrors: { [saved.field]: [REJECTED[saved.field]] } })
    case 'nothing-to-record':
      return respondWithForm(submission, null, { fieldErrors: { record_title: [NOTHING_TO_RECORD] } })
    case 'conflict':
      return respondWithForm(submission, await describeEditConflict(saved.stored, submission.value), { status: 409 })
    default: {
      const notes = [
        saved.outcome === 'created' && saved.isVendorClosed && VENDOR_CLOSED,
        isOverpriced(submission.value) && OVERPRICED,
        leavesOutDiscount(submission.value) && `Discount percent: ${DISCOUNT_LEFT_OUT}`,
      ].filter((note) => note !== undefined && note !== false)
      return redirectWithToast(list, {
        tone: 'success',
        title: saved.outcome === 'created' ? 'Deal created' : 'Deal updated',
        ...(notes.length > 0 && { text: notes.join(' '), stays: true }),
      })
    }
  }
}
