import { z } from 'zod'
import { inOwnCurrency } from '~/features/catalog/deals/own-currency.server'
import { price } from '~/features/catalog/deals/price-parser'
import { line, optional, required } from '~/http/fields.server'
import { MAIL_RHYTHMS } from './mail-rhythm'
import { SEARCH_NAME_MAX } from './saved-search'

export const rhythmForm = z.object({ rhythm: z.enum(MAIL_RHYTHMS, { error: 'Choose how often we email you.' }) })

const target = optional('The price', price, null)
const tick = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

export const targetForm = inOwnCurrency(z.object({ target }))

export const choicesForm = inOwnCurrency(
  z.object({
    tells_price: tick,
    tells_changes: tick,
    tells_ending: tick,
    tells_ended: tick,
    tells_reopened: tick,
    target,
  }),
)

const name = required('The name', line(SEARCH_NAME_MAX))

export const saveSearchForm = z.object({ name, query: z.string().default(''), returnTo: z.string().default('') })

export const renameSearchForm = z.object({ name })
