import { data } from '@remix-run/node'
import { readTrackingLink } from '~/features/catalog/links/tracking-link'
import { returnedForm } from '~/http/forms'
import { type DealFormResult, EDITOR_STEPS, KEPT_LINK } from './deal-draft'

/** The lists that buttons of the editor change without scripts, with the fields of their entries. */
export const DEAL_LISTS = {
  pros_cons: ['type', 'text'],
  faqs: ['question', 'answer'],
  plans: ['key', 'name', 'price', 'codes'],
  limits: ['label'],
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
