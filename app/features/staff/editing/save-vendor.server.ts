import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { foldWords } from '~/features/catalog/deals/fold-text'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { findVendorFields, type VendorFields } from '~/features/catalog/vendors/vendor-fields.server'
import type { VendorValues } from '~/features/catalog/vendors/vendor-form.server'
import { addVendorName, findVendorByName } from '~/features/catalog/vendors/vendor-names.server'
import { type SaveError, saveAudited } from '~/features/people/audit/audited-rows.server'
import { logVendorStatus } from './log-vendor-status.server'

/** Saves a vendor, and writes or corrects the changes on its deals where its status says so. */
export async function saveVendor(actor: string, id: string, { silent, ...form }: VendorValues, version: string) {
  const values = { ...form, slug: form.slug ?? slugFromTitle(foldWords(form.name) || form.name, 'vendor') }
  let stored: VendorFields | undefined
  return saveAudited<VendorFields>({
    actor,
    entity: 'vendor',
    id,
    version,
    values,
    label: form.name,
    lock: async (trx) => {
      await sql`set local statement_timeout = '60s'`.execute(trx)
      await lockNewProducts(trx)
    },
    find: findVendorFields,
    check: async (trx, before) => {
      stored = before
      return checkName(trx, id, form.name)
    },
    insert: () => {
      throw new Error('Vendors come with deals.')
    },
    update: async (trx) => {
      await update(trx, id, values)
      await addVendorName(trx, id, form.name)
      await logVendorStatus(trx, { actor, id, before: stored!, after: values, isSilent: silent })
    },
    taken: {
      vendors_slug_key: { field: 'slug', message: `Another vendor has the slug ${values.slug}.` },
    },
  })
}

async function update(trx: Trx, id: string, { affects_owners: _, ...columns }: VendorFields) {
  await trx
    .updateTable('vendors')
    .set({ ...columns, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function checkName(trx: Trx, id: string, name: string): Promise<SaveError | undefined> {
  const owner = await findVendorByName(name, trx)
  if (!owner || owner.id === id) return undefined
  const message = `This is a name of another vendor, ${owner.name}. Merge the two if they are the same.`
  return { status: 400, fieldErrors: { name: [message] } }
}
