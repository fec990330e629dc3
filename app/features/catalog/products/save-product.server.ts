import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { saveAudited } from '~/features/people/audit/audited-rows.server'
import type { ProductValues } from './product-form.server'

/** The fields of a product's form; locks the product in a transaction. */
export async function findProductFields(executor: Executor, id: string): Promise<ProductValues | undefined> {
  const found = executor.selectFrom('products').select(['name', 'website_url']).where('id', '=', id)
  return (executor === db ? found : found.forNoKeyUpdate()).executeTakeFirst()
}

/** Saves the name and the website of a product. Its deals keep their titles and links. */
export async function saveProduct(actor: string, id: string, values: ProductValues, version: string) {
  return saveAudited<ProductValues>({
    actor,
    entity: 'product',
    id,
    version,
    values,
    label: values.name,
    find: findProductFields,
    insert: () => {
      throw new Error('Products come with deals.')
    },
    update: (trx) => trx.updateTable('products').set(values).where('id', '=', id).execute(),
    taken: {},
  })
}
