import { z } from 'zod'
import { DEAL_LIMITS as LIMITS } from '~/features/catalog/deals/deal'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { price } from '~/features/catalog/deals/price-parser'
import { line, optional, rejectValue, required, rowsOf, wholeNumber } from '~/http/fields.server'
import { ValueError } from '~/http/forms'
import { splitEntries, splitParts } from './cell-entries'

type Plan = EditedDeal['plans'][number]

const NAME = line(LIMITS.planName)
const CODES = wholeNumber(1, LIMITS.planCodes)

/** A plan in the form. The key connects it with the values of the limits, whatever the order of the rows. */
export const planRow = z.object({
  key: z.string().max(20).optional(),
  name: required('Name', NAME),
  price: required('Price', price),
  codes: optional('Codes', CODES, null),
})

/** A limit in the form, with its values by the keys of the plans. */
export const limitRow = z.object({
  label: required('Label', line(LIMITS.limitLabel)),
  values: z.record(z.string(), optional('Value', line(LIMITS.limitValue), '')).default({}),
})

export const planRows = rowsOf('Plan', planRow, {
  max: LIMITS.plans,
  tooMany: `A deal can have at most ${LIMITS.plans} plans.`,
}).superRefine((plans, context) => rejectEqual(plans, 'name', context))

export const limitRows = rowsOf('Limit', limitRow, {
  max: LIMITS.limits,
  tooMany: `A deal can have at most ${LIMITS.limits} limits.`,
}).superRefine((limits, context) => rejectEqual(limits, 'label', context))

function rejectEqual<Part extends 'name' | 'label'>(
  rows: Record<Part, string>[],
  part: Part,
  context: z.RefinementCtx,
) {
  const noun = part === 'name' ? 'Plan' : 'Limit'
  for (const [index, row] of rows.entries()) {
    const earlier = rows.findIndex((other) => other[part] === row[part])
    if (earlier < index) {
      const message = `${noun} ${index + 1} has the ${part} of ${noun.toLowerCase()} ${earlier + 1}.`
      context.addIssue({ code: 'custom', path: [index, part], message })
    }
  }
}

type Rows = { plans: z.infer<typeof planRow>[]; limits: z.infer<typeof limitRow>[] }

/** The plans and limits of the form as they are stored: each limit has a value for each plan, in their order. */
export function alignLimits<Form extends Rows>({ plans, limits, ...form }: Form) {
  const keys = plans.map(({ key }, index) => key ?? `k${index}`)
  return {
    ...form,
    plans: plans.map(({ name, price, codes }): Plan => ({ name, price, codes })),
    limits:
      plans.length === 0
        ? []
        : limits.map(({ label, values }) => {
            const submitted = new Map(Object.entries(values))
            return { label, values: keys.map((key) => submitted.get(key) ?? '') }
          }),
  }
}

/** The plans of a row of a CSV file: "Tier 1:59.00:1|Tier 2:118.00:2"; the codes may be left out. */
export const planCell = z
  .string()
  .optional()
  .transform((submitted, context) => {
    const entries = splitEntries(submitted ?? '')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    if (entries.length > LIMITS.plans) {
      return rejectValue(
        context,
        'Plans',
        new ValueError(`can have at most ${LIMITS.plans} entries, not ${entries.length}`),
      )
    }
    const plans: Plan[] = []
    for (const [index, entry] of entries.entries()) {
      const plan = readPlan(entry)
      if (plan instanceof ValueError) return rejectValue(context, `Plans, entry ${index + 1}`, plan)
      if (plans.some(({ name }) => name === plan.name)) {
        return rejectValue(context, `Plans, entry ${index + 1}`, new ValueError('has the name of another one'))
      }
      plans.push(plan)
    }
    return plans
  })

function readPlan(entry: string): Plan | ValueError {
  const [name, amount, codes, ...rest] = splitParts(entry)
  if (!name || !amount || rest.length > 0) {
    return new ValueError('must be a name, a price and the number of codes, such as "Tier 1:59.00:1"')
  }
  const read = { name: NAME(name), price: price(amount), codes: codes ? CODES(codes) : null }
  for (const [part, value] of Object.entries(read)) {
    if (value instanceof ValueError)
      return new ValueError(`has a ${part === 'codes' ? 'number of codes' : part} that ${value.words}`)
  }
  return read as Plan
}
