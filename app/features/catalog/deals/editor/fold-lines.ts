import type { DealField } from '~/features/catalog/deals/deal-fields'
import { pluralize } from '~/ui/pluralize'
import { codesIn } from './coupon'
import type { Draft, TextFieldName } from './deal-draft'

type RowList = 'plans' | 'pros_cons' | 'faqs'

/** What the editor holds: its texts, and the first part of each row. */
export type FormContents = { text: (field: TextFieldName) => string; rows: (list: RowList) => (string | undefined)[] }

const FIRST_PARTS = { plans: 'name', pros_cons: 'type', faqs: 'question' }

/** The contents of the form as it is in the page. */
export function contentsOf(form: FormData): FormContents {
  return {
    text: (field) => String(form.get(field) ?? '').trim(),
    rows: (list) =>
      [...form].flatMap(([name, value]) =>
        name.startsWith(`${list}[`) && name.endsWith(`.${FIRST_PARTS[list]}`) ? String(value) : [],
      ),
  }
}

/** The contents as the page begins. */
export const contentsOfDraft = (draft: Draft): FormContents => ({
  text: draft.text,
  rows: (list) => {
    if (list === 'pros_cons') return draft.rows(list).map(({ value }) => value.type)
    return list === 'faqs'
      ? draft.rows(list).map(({ value }) => value.question)
      : draft.planRows().plans.map(({ value }) => value.name)
  },
})

const listed = (parts: string[]) => parts.filter((part) => part !== '').join(', ')

/** What is inside each fold, in a few words; nothing where it is empty. */
export const FOLD_LINES = {
  terms: ({ text }: FormContents) => {
    const others = OTHER_TERMS.filter((field) => text(field) !== '').length
    return listed([
      text('refund_days') && (text('refund_days') === '0' ? 'No refund' : `Refund ${text('refund_days')} days`),
      text('redeem_days') && `redeem within ${text('redeem_days')} days`,
      countOf(others, 'other term'),
    ])
  },
  plans: ({ rows }: FormContents) => countOf(rows('plans').length, 'plan'),
  coupon: ({ text }: FormContents) => {
    const [suggested] = codesIn(text('description'))
    return listed([text('coupon_code') || (suggested ? `In the description: ${suggested}` : ''), text('coupon_note')])
  },
  media: ({ text }: FormContents) => listed([text('hero_image_url') && '1 picture', text('video_url') && '1 video']),
  affiliate: ({ text }: FormContents) => text('affiliate_url'),
  pros_cons: ({ rows }: FormContents) => {
    const [all, pros] = [rows('pros_cons'), rows('pros_cons').filter((type) => type === 'PRO')]
    return listed([countOf(pros.length, 'pro'), countOf(all.length - pros.length, 'con')])
  },
  faqs: ({ rows }: FormContents) => countOf(rows('faqs').length, 'question'),
  filing: ({ text }: FormContents) => {
    const tags = text('tags')
      .split(',')
      .filter((tag) => tag.trim() !== '')
    return listed([countOf(tags.length, 'tag'), text('slug') && `/deals/${text('slug')}`])
  },
}

const OTHER_TERMS = [
  'lifetime_means',
  'refund_from',
  'stackable',
  'max_codes',
  'transferable',
  'future_versions',
  'shutdown_notice',
  'terms_url',
  'terms_read_on',
] as const satisfies DealField[]

const countOf = (count: number, noun: string) => (count > 0 ? pluralize(count, noun) : '')
