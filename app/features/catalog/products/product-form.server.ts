import { z } from 'zod'
import { address, line, optional, required } from '~/http/fields.server'
import { PRODUCT_LIMITS } from './product'

export const productForm = z.object({
  name: required('Name', line(PRODUCT_LIMITS.name)),
  website_url: optional('Website', address, null),
})
export type ProductValues = z.infer<typeof productForm>
