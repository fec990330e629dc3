import { data } from '@remix-run/node'
import type { z } from 'zod'
import { DISCOUNT_LEFT_OUT, isOverpriced, leavesOutDiscount, OVERPRICED } from '~/features/catalog/deals/deal'
import { type DealFormResult, EDITOR_STEPS } from '~/features/catalog/deals/editor/deal-draft'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { DEAL_LISTS, respondToStep } from '~/features/catalog/deals/editor/editor-steps.server'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { NO_OWN_PICTURE } from '~/features/catalog/pictures/own-pictures.server'
import { receivePicture } from '~/features/catalog/pictures/receive-picture.server'
import { fetchFromLink } from '~/features/catalog/vendor-pages/fetch-from-link.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { returnedForm } from '~/http/forms'
import { invalid, parseForm, RejectedForm, readForm, returnForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import type { SaveRejection, SaveResult } from './save-deal.server'

/**
 * Reads the form of the editor, which may come with the file of a picture.
 *
 * @throws RejectedForm with the reason at the field of the picture when the file cannot be used
 */
export async function readDealForm(request: Request) {
  const picture = await receivePicture(request, 'hero_image_url')
  const form = await readForm(request, DEAL_LISTS)
  if (picture && 'problem' in picture) {
    throw new RejectedForm(returnedForm(form, { hero_image_url: [picture.problem] }), { status: 400 })
  }
  return form
}

const REJECTED: Record<SaveRejection['field'], string> = {
  slug: 'Slug is taken by another deal.',
  category_id: 'Category was deleted in the meantime. Choose another one.',
  platform_id: 'Platform was deleted in the meantime. Choose another one.',
  hero_image_url: NO_OWN_PICTURE,
  record_title: 'Price, summary, description and end date are unchanged, so there is nothing to log.',
}
const VENDOR_CLOSED = 'Its vendor has shut down, so the deal is Expired.'

/**
 * Responds to the form of the editor after `readDealForm`: fills it if a step asks for that, else saves it and redirects to
 * the list, or returns the form with the submitted values and errors.
 */
export async function submitDeal<Values extends DealValues>(
  request: Request,
  user: { id: string },
  schema: z.ZodType<Values>,
  save: (values: Values) => Promise<SaveResult>,
) {
  const form = await readForm(request, DEAL_LISTS)
  if (form.get('step') === EDITOR_STEPS.fetch) return fetchFromLink(request, user)
  const filled = respondToStep(form)
  if (filled) return filled
  const submission = await parseForm(request, schema, DEAL_LISTS)
  if (submission.status !== 'success') return returnForm(submission)

  const { value } = submission
  const saved = await save(value).catch((error: unknown) => {
    if (error instanceof CannotDecide) return error
    throw error
  })
  if (saved instanceof CannotDecide) {
    return invalid(submission, { status: 409, formErrors: [`${saved.message} Nothing was saved.`] })
  }
  if (saved.outcome === 'missing') throw notFound('Deal')
  if (saved.outcome === 'rejected') {
    return invalid(submission, { fieldErrors: { [saved.field]: [REJECTED[saved.field]] } })
  }
  if (saved.outcome === 'conflict') {
    const { data: result, init } = invalid(submission, { status: 409 })
    return data<DealFormResult>({ ...result, conflict: saved.conflict }, init ?? undefined)
  }
  const notes = [
    saved.isVendorClosed && VENDOR_CLOSED,
    isOverpriced(value) && OVERPRICED,
    leavesOutDiscount(value) && `Discount percent: ${DISCOUNT_LEFT_OUT}`,
  ].filter(Boolean)
  return redirectWithToast(managePath(parseManageSearch(request.url)), {
    tone: 'success',
    title: `Deal ${saved.outcome === 'saved' ? 'updated' : 'created'}`,
    ...(notes.length > 0 && { text: notes.join(' '), stays: true }),
  })
}
