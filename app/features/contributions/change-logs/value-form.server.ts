import { z } from 'zod'
import type { PricePeriod } from '~/db/schema'
import { PRICE_PERIODS } from '~/features/catalog/deals/regular-price'
import { type NewValue, REPORTED_FIELD_NAMES } from '~/features/contributions/reported-values/reported-fields'
import { parseValue, refusalOf } from '~/features/contributions/reported-values/reported-values.server'
import { currency as currencyCode } from '~/http/fields.server'
import { ValueError } from '~/http/forms'

/** The fields of a form that applies a value. `asks` names the choices that the form shows. */
export const VALUE_FIELDS = {
  apply: z.boolean().default(false),
  field: z.enum(REPORTED_FIELD_NAMES).optional().catch(undefined),
  newValue: z.string().default(''),
  newCurrency: z.string().default(''),
  newPeriod: z
    .enum(Object.keys(PRICE_PERIODS) as PricePeriod[])
    .optional()
    .catch(undefined),
  plan_name: z.string().max(60).nullable().default(null),
  limit_label: z.string().max(80).nullable().default(null),
  asks: z.string().default(''),
  dealVersion: z.coerce.number().int().default(0),
  startDate: z.string().default(''),
}
type ValueFields = z.infer<z.ZodObject<typeof VALUE_FIELDS>>

/** The value of such a form; undefined if it applies none. Refused values are issues of the context, at their fields. */
export function readNewValue(fields: ValueFields, context: z.RefinementCtx): NewValue | undefined {
  const { apply, field, newValue, newCurrency, newPeriod, plan_name, limit_label, asks, dealVersion, startDate } =
    fields
  if (!apply || !field) return undefined
  const refuse = (path: string, message: string) => void context.addIssue({ code: 'custom', path: [path], message })
  const value = parseValue(field, newValue, { currency: newCurrency, start_date: startDate })
  if (value instanceof ValueError) refuse('newValue', refusalOf(field, value))
  const code = field === 'deal_price' ? currencyCode(newCurrency.trim()) : undefined
  if (code instanceof ValueError) refuse('newCurrency', `Currency ${code.words}.`)
  for (const choice of ['plan_name', 'limit_label'] as const) {
    if (asks.includes(choice) && !fields[choice])
      refuse(choice, choice === 'plan_name' ? 'Choose the plan.' : 'Choose the limit.')
  }
  if (value instanceof ValueError || code instanceof ValueError) return undefined
  return {
    field,
    value,
    plan: plan_name,
    limit: limit_label,
    dealVersion,
    ...(code && { currency: code, period: newPeriod }),
  }
}
