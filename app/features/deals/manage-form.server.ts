import { z } from 'zod'
import { CHANGE_LOG_LIMITS } from '~/features/change-logs/change-log'
import { dealForm } from './deal-form.server'
import { line } from './field-parsers'
import { optional } from './field-schemas.server'

/** Lists that the editor's buttons change without scripts, and the parts of their entries. */
export const DEAL_LISTS = { pros_cons: ['type', 'text'], faqs: ['question', 'answer'] }

/** `id` was given out with the empty form, so that a form sent twice makes one deal. */
export const newDealForm = dealForm.safeExtend({ id: z.uuid() })

export const editDealForm = dealForm.safeExtend({
  version: z.int(),
  record_change: z.boolean().default(false),
  record_title: optional('Title', line(CHANGE_LOG_LIMITS.title), null),
})
