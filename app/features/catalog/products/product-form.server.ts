import { z } from 'zod'
import { address, line } from '~/http/field-parsers.server'
import { optional, required } from '~/http/field-schemas.server'
import { PRODUCT_LIMITS } from './product'

export const productForm = z.object({
  name: required('Name', line(PRODUCT_LIMITS.name)),
  website_url: optional('Website', address, null),
})
export type ProductForm = z.infer<typeof productForm>
