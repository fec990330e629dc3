import { data } from '@remix-run/node'
import { z } from 'zod'
import { inOwnCurrency } from '~/features/catalog/deals/field-parsers.server'
import { alignLimits } from '~/features/catalog/deals/plans/plan-form.server'
import { readTrackingLink } from '~/features/catalog/links/tracking-link'
import { CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { line, optional } from '~/http/fields.server'
import { failedForm } from '~/http/forms'
import { USE_COUPON } from './coupon'
import { type DealFormResult, KEEP_LINK, KEPT_LINK, REMOVE_PICTURE, STORE_AS_AFFILIATE } from './deal-draft'
import { dealFields } from './deal-form.server'
import { UNDO_FETCH, valuesBefore } from './fetch-from-link'

/** The lists that buttons of the editor change without scripts, with the fields of their entries. */
export const DEAL_LISTS = {
  pros_cons: ['type', 'text'],
  faqs: ['question', 'answer'],
  plans: ['key', 'name', 'price', 'codes'],
  limits: ['label'],
}

/** `id` comes with the empty form, so that a form submitted twice creates one deal. `suggestion` is what it is made of. */
export const newDealForm = inOwnCurrency(
  dealFields.safeExtend({ id: z.uuid(), suggestion: z.uuid().optional() }).transform(alignLimits),
)

/**
 * `record_terms` is what staff untick to change terms without an entry on the public record. `affects_owners` and `silent`
 * are about the entries of this save.
 */
export const editDealForm = inOwnCurrency(
  dealFields
    .safeExtend({
      version: z.int(),
      record_change: z.boolean().default(false),
      record_title: optional('Title', line(CHANGE_LOG_LIMITS.title), null),
      record_terms: z.boolean().default(false),
      affects_owners: z.boolean().default(false),
      silent: z.boolean().default(false),
    })
    .transform(alignLimits),
)

/** Responds to a file that cannot be used: the form as it was sent, with the reason at the field of the picture. */
export function rejectPicture(form: URLSearchParams, problem: string) {
  const { status: _, error: __, ...sent } = failedForm(form, '')
  return data<DealFormResult>({ ...sent, error: { hero_image_url: [problem] } }, { status: 400 })
}

/**
 * Responds without scripts to a button that only changes fields, such as that of a suggested coupon code: the form as it
 * was sent, with the new values in their fields. Nothing is saved. Undefined for any other button.
 */
export function fillSuggested(form: URLSearchParams) {
  const values = suggestedValues(form)
  if (!values) return undefined
  const { status: _, error: __, ...sent } = failedForm(form, '')
  return data<DealFormResult>({ ...sent, initialValue: { ...sent.initialValue, ...values } })
}

function suggestedValues(form: URLSearchParams): Record<string, string> | undefined {
  const code = form.get(USE_COUPON)
  if (code !== null) return { coupon_code: code }
  const undo = form.get(UNDO_FETCH)
  if (undo !== null) return valuesBefore(undo, (field) => form.get(field) ?? '')
  if (form.has(REMOVE_PICTURE)) return { hero_image_url: '' }
  const link = form.get('cta_url')?.trim()
  if (link && form.has(KEEP_LINK)) return { [KEPT_LINK]: link }
  return link && form.has(STORE_AS_AFFILIATE)
    ? { affiliate_url: link, cta_url: readTrackingLink(link)?.target ?? '' }
    : undefined
}
