import { data } from '@remix-run/node'
import { z } from 'zod'
import { inOwnCurrency } from '~/features/catalog/deals/field-parsers.server'
import { alignLimits } from '~/features/catalog/deals/plans/plan-form.server'
import { readTrackingLink } from '~/features/catalog/links/tracking-link'
import { CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { line, optional } from '~/http/fields.server'
import { returnedForm } from '~/http/forms'
import { type DealFormResult, EDITOR_STEPS, KEPT_LINK } from './deal-draft'
import { dealFields } from './deal-form.server'

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
  return data<DealFormResult>(returnedForm(form, { hero_image_url: [problem] }), { status: 400 })
}

/**
 * Responds to a button that only changes fields: the form as it was sent, with the new values in their fields. Nothing is
 * saved. Undefined for any other button.
 */
export function respondToStep(form: URLSearchParams) {
  const link = form.get('cta_url')?.trim() ?? ''
  const values: Record<string, Record<string, string>> = {
    [EDITOR_STEPS.removePicture]: { hero_image_url: '' },
    [EDITOR_STEPS.keepLink]: { [KEPT_LINK]: link },
    [EDITOR_STEPS.storeAsAffiliate]: { affiliate_url: link, cta_url: readTrackingLink(link)?.target ?? '' },
  }
  const changed = values[form.get('step') ?? '']
  return changed && data<DealFormResult>(filledForm(form, changed))
}

/** The form as it was sent, with other values in some fields. */
export function filledForm(form: URLSearchParams, values: Record<string, string>): NonNullable<DealFormResult> {
  const { status: _, error: __, ...sent } = returnedForm(form, {})
  return { ...sent, initialValue: { ...sent.initialValue, ...values } }
}
