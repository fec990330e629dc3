import { sql } from 'kysely'
import type { z } from 'zod'
import type { Trx } from '~/db/executor'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import type { RecipientCounts } from '~/features/audience/notifications/recipient-counts'
import { foldWords } from '~/features/catalog/deals/fold-text'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { correctVendorChanges, logVerifiedChanges } from '~/features/catalog/record/log-verified-change.server'
import { countVendorRecords } from '~/features/catalog/vendors/count-vendor-records.server'
import { endOf, VENDOR_FIELDS } from '~/features/catalog/vendors/vendor'
import { vendorForm } from '~/features/catalog/vendors/vendor-form.server'
import { addVendorName, findVendorByName } from '~/features/catalog/vendors/vendor-names.server'
import { setStatus } from '~/features/contributions/availability/deal-status.server'
import { lockDoubts, settleDoubts } from '~/features/contributions/availability/doubts.server'
import { canMerge } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { recordTable } from '~/features/people/records/record-table.server'
import type { RecordKind, Refused } from '~/features/people/records/save-record.server'
import { shorten } from '~/ui/shorten'

const form = vendorForm.transform((values) => ({
  ...values,
  slug: values.slug ?? slugFromTitle(foldWords(values.name) || values.name, 'vendor'),
}))

type Sent = z.output<typeof form>
type VendorFields = Omit<Sent, 'silent'>

const { find, update } = recordTable<VendorFields, Sent>('vendors', VENDOR_FIELDS, {
  columns: {
    affects_owners: sql`coalesce((
      select affects_owners from change_logs
      where vendor_id = vendors.id and effective_on = vendors.status_on
        and kind::text = case vendors.status when 'ACQUIRED' then 'ACQUIRED' when 'SHUT_DOWN' then 'SHUTDOWN' end
      limit 1), 'UNKNOWN')`,
  },
  rowOf: ({ affects_owners, silent, ...columns }) => ({ ...columns, updated_at: sql`now()` }),
})

type VendorPage = {
  id: string
  counts: Awaited<ReturnType<typeof countVendorRecords>>
  recipients: RecipientCounts
  mayMerge: boolean
}

/** Saving a vendor writes or corrects the changes on its deals where its status says so. */
export const VENDOR: RecordKind<VendorFields, Sent, VendorPage> = {
  noun: 'Vendor',
  entity: 'vendor',
  list: { to: '/admin/vendors', label: 'Manage Vendors' },
  savedTo: (id) => `/admin/vendors/${id}`,
  description: 'A vendor and its status.',
  role: 'staff',
  fields: VENDOR_FIELDS,
  form,
  titleOf: ({ name }) => name,
  find,
  // Vendors come with deals, so each has an id.
  async more({ id = '', user }) {
    const [counts, recipients] = await Promise.all([countVendorRecords(id), countRecipients({ vendor: id })])
    return { id, counts, recipients, mayMerge: canMerge(user) }
  },
  async lock(trx) {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await lockNewProducts(trx)
  },
  check: (trx, { id, values }) => checkName(trx, id, values.name),
  async update(trx, id, values, { user, before }) {
    await update(trx, id, values)
    await addVendorName(trx, id, values.name)
    await logVendorStatus(trx, { actor: user.id, id, before, after: values, isSilent: values.silent })
  },
  // These write an entry on each of its deals, of which owners are notified.
  needsPassword: (values) => values !== undefined && endOf(values.status) !== undefined,
  taken: ({ slug }) => ({ vendors_slug_key: ['slug', `Another vendor has the slug ${slug}.`] }),
}

async function checkName(trx: Trx, id: string | undefined, name: string): Promise<Refused | undefined> {
  const owner = await findVendorByName(name, trx)
  if (!owner || owner.id === id) return undefined
  const message = `This is a name of another vendor, ${owner.name}. Merge the two if they are the same.`
  return { status: 400, fieldErrors: { name: [message] } }
}

type Status = { actor: string; id: string; before: VendorFields; after: VendorFields; isSilent: boolean }

/**
 * A vendor that was acquired or shut down has a verified change on each of its published deals. Another date, source or
 * effect on owners corrects the entries that the status wrote; the same status on the same date writes none twice; a
 * vendor that is active again keeps them.
 */
async function logVendorStatus(trx: Trx, { actor, id, before, after, isSilent }: Status) {
  const kind = endOf(after.status)
  if (!kind || !after.status_on) return
  const change = {
    kind,
    effective_on: after.status_on,
    source_url: after.status_source_url,
    affects_owners: after.affects_owners,
    is_silent: isSilent,
  }
  const isCorrection = before.status === after.status && before.status_on !== null
  if (isCorrection && !differs(before, after)) return
  const isClosed = after.status === 'SHUT_DOWN' && before.status !== 'SHUT_DOWN'
  // Before the changes are written, because those lock the deals.
  const dealIds = isClosed ? await lockDoubtsOf(trx, id) : []
  const deals = isCorrection
    ? await correctVendorChanges(trx, id, { ...change, former_date: before.status_on! })
    : await logVerifiedChanges(trx, id, { ...change, ...wordsOf(after.name, kind), staff: actor })
  // Nothing of a vendor that shut down is open. Staff may set a deal to another status afterwards.
  const expired = await setStatus(trx, { id: actor }, dealIds, 'EXPIRED')
  if (isClosed) await settleDoubts(trx, { id: actor }, { dealIds: expired.map((deal) => deal.id), hasEnded: true })
  const detail = { name: after.name, kind, deals }
  const action = isCorrection ? 'vendor.changes-corrected' : 'vendor.changes-written'
  await recordAudit({ actor, action, entity: 'vendor', id, detail }, trx)
}

async function lockDoubtsOf(trx: Trx, vendorId: string) {
  const deals = await trx.selectFrom('deals').select('id').where('vendor_id', '=', vendorId).execute()
  const dealIds = deals.map(({ id }) => id)
  await lockDoubts(trx, dealIds)
  return dealIds
}

function differs(before: VendorFields, after: VendorFields) {
  const fields = ['status_on', 'status_source_url', 'affects_owners'] as const
  return fields.some((field) => before[field] !== after[field])
}

function wordsOf(vendor: string, kind: 'ACQUIRED' | 'SHUTDOWN') {
  const name = shorten(vendor, 70)
  return kind === 'ACQUIRED'
    ? { title: `${name} was acquired`, description: 'The vendor has been acquired by another company.' }
    : { title: `${name} shut down`, description: 'The vendor has ceased operations.' }
}
