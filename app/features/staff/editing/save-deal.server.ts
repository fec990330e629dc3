import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { leavesOutDiscount } from '~/features/catalog/deals/deal'
import { DEAL_FIELDS, type DealField, type DealLists, type EditedDeal } from '~/features/catalog/deals/deal-fields'
import { type FieldChange, listChanges } from '~/features/catalog/deals/editor/deal-changes'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { recordEntry, termEntries } from '~/features/catalog/deals/editor/record-entries'
import { replaceRows } from '~/features/catalog/deals/editor/replace-rows.server'
import { changeDetail } from '~/features/catalog/deals/editor/revisions.server'
import { listTaxonomyNames, lockDeal, type StoredDeal } from '~/features/catalog/deals/editor/stored-deal.server'
import { fetchPicturesSoon } from '~/features/catalog/pictures/fetch-pictures.server'
import { listMissingPictures } from '~/features/catalog/pictures/own-pictures.server'
import { followVendorNames } from '~/features/catalog/products/find-or-create-vendors.server'
import { joinProducts } from '~/features/catalog/products/join-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { type ChangeRecipients, logVerifiedChange } from '~/features/catalog/record/log-verified-change.server'
import { findVendorByName } from '~/features/catalog/vendors/vendor-names.server'
import { lockDoubts, settleDoubts } from '~/features/contributions/availability/doubts.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { findSaver } from '~/features/people/records/save-record.server'
import { restartLinkChecks } from '~/features/staff/freshness/due-links.server'
import type { Conflict } from '~/ui/conflict'
import { findFreeSlug } from './free-slug.server'

type Staff = { id: string }
type Save = {
  form: DealValues
  /** The version that the form was made from. */
  version: number
  /** Given to log the change on the public record; a null title describes the change. */
  record?: { title: string | null }
  /** Whether changed terms are logged on the public record. */
  recordsTerms?: boolean
  /** Of the entries that this save logs. */
  recipients?: ChangeRecipients
}

/**
 * The field whose value was taken or deleted by another save in the meantime, or is no picture of this site; the title of
 * the entry when there is nothing to log.
 */
export type SaveRejection = {
  outcome: 'rejected'
  field: 'slug' | 'category_id' | 'platform_id' | 'hero_image_url' | 'record_title'
}
/**
 * `conflict`: another person saved after the form was opened, and nothing was written. `isVendorClosed`: the vendor shut
 * down, so a new deal is Expired and not Active.
 */
export type SaveResult =
  | { outcome: 'saved' | 'created'; isVendorClosed?: true }
  | { outcome: 'missing' }
  | { outcome: 'conflict'; conflict: Conflict }
  | SaveRejection

/** Saves a deal with its pros, cons and questions, unless its version is no longer the one that was edited. */
export async function saveDeal(
  staff: User,
  id: string,
  { form, version, record, recordsTerms, recipients }: Save,
): Promise<SaveResult> {
  return rejectOrThrow(() =>
    inTransaction<SaveResult>(async (trx) => {
      // A new vendor is created under this lock, which an import takes before those of its deals.
      if (!(await findVendorByName(form.vendor_name, trx))) await lockNewProducts(trx)
      // Alerts are locked before the deal, as a decision on one of them does.
      if (form.status === 'EXPIRED') await lockDoubts(trx, [id])
      const stored = await lockDeal(trx, id)
      if (!stored) return { outcome: 'missing' }
      const edited = { ...withoutNeedlessDiscount(form), slug: form.slug ?? (await findFreeSlug(trx, form.title, id)) }
      const changes = listChanges(stored, edited, await listTaxonomyNames(trx))
      // Covers a form submitted twice by a double click.
      if (changes.length === 0) {
        if (record && stored.version === version) return NOTHING_TO_RECORD
        await trx.updateTable('deals').set(checkedBy(staff)).where('id', '=', id).execute()
        return { outcome: 'saved' }
      }
      if (stored.version !== version) return describeConflict(trx, stored, changes)
      const isNewPicture = stored.hero_image_url !== edited.hero_image_url
      if (isNewPicture && (await isMissingPicture(trx, edited))) return { outcome: 'rejected', field: 'hero_image_url' }

      const entry = record && recordEntry(stored, edited)
      if (record && !entry) return NOTHING_TO_RECORD
      await noteDeals(trx, [id])
      await writeDeal(trx, staff, stored, edited, changes)
      await recordAudit(
        { actor: staff.id, action: 'deal.updated', entity: 'deal', id, detail: changeDetail(version + 1, changes) },
        trx,
      )
      if (edited.status === 'EXPIRED' && stored.status !== 'EXPIRED') {
        await settleDoubts(trx, staff, { dealIds: [id], hasEnded: true })
      }
      const onRequest = entry ? [{ ...entry, title: record?.title ?? entry.title }] : []
      for (const change of [...onRequest, ...(recordsTerms ? termEntries(stored, edited) : [])]) {
        await logVerifiedChange(trx, { ...change, ...recipients, deal_id: id, staff: staff.id })
      }
      return { outcome: 'saved' }
    }),
  )
}

const NOTHING_TO_RECORD: SaveRejection = { outcome: 'rejected', field: 'record_title' }

/** The fields in which the stored and the submitted version differ, and who saved the stored one. */
async function describeConflict(trx: Trx, { id, version }: StoredDeal, changes: FieldChange[]): Promise<SaveResult> {
  const fields = changes.map(({ field, from, to }) => ({ label: DEAL_FIELDS[field].label, theirs: from, yours: to }))
  return { outcome: 'conflict', conflict: { ...(await findSaver(trx, 'deal', id, version)), version, fields } }
}

const isMissingPicture = async (trx: Trx, { hero_image_url }: Pick<EditedDeal, 'hero_image_url'>) =>
  (await listMissingPictures([hero_image_url], trx)).size > 0

const withoutNeedlessDiscount = (form: DealValues): DealValues =>
  leavesOutDiscount(form) ? { ...form, discount_percent: null } : form

/** Saving the editor counts as a check of the deal. */
const checkedBy = ({ id }: Staff) => ({ checked_at: sql<Date>`now()`, checked_by: id })

async function writeDeal(trx: Trx, staff: Staff, stored: StoredDeal, edited: EditedDeal, changes: FieldChange[]) {
  const { pros_cons, faqs, plans, limits, ...columns } = edited
  await trx
    .updateTable('deals')
    .set((eb) => ({
      ...columns,
      ...productKeys(columns),
      ...checkedBy(staff),
      version: eb('version', '+', 1),
      updated_at: eb.fn<Date>('now'),
    }))
    .where('id', '=', stored.id)
    .execute()
  const isChanged = (field: DealField) => changes.some((change) => change.field === field)
  if (isChanged('vendor_name')) await followVendorNames(trx, [stored.id])
  if (isChanged('cta_url')) await restartLinkChecks(trx, [stored.id])
  if (isChanged('hero_image_url')) await fetchPicturesSoon(trx)
  await writeRows(trx, stored.id, { pros_cons, faqs, plans, limits })
}

/** Rows that are as before are not written. */
async function writeRows(trx: Trx, id: string, { pros_cons, faqs, plans, limits }: DealLists) {
  await replaceRows(trx, 'deal_pros_cons', id, { type: 'pro_con_type', text: 'text' }, pros_cons)
  await replaceRows(trx, 'deal_faqs', id, { question: 'text', answer: 'text' }, faqs)
  await replaceRows(trx, 'deal_plans', id, { name: 'text', price: 'numeric', codes: 'int2' }, plans)
  await replaceRows(trx, 'deal_plan_limits', id, { label: 'text', values: 'text[]' }, limits)
}

/**
 * Creates a deal under the id of its empty form, so that a form submitted twice creates one deal.
 * `conflict`: the form was already submitted with other values. Active is what the form begins with: a deal of a vendor
 * that shut down starts as Expired instead, until staff set it to Active.
 *
 * @param finish runs in the same transaction once the deal is there
 */
export async function createDeal(
  staff: Staff,
  id: string,
  submitted: DealValues,
  finish?: (trx: Trx) => Promise<void>,
): Promise<SaveResult> {
  return rejectOrThrow(() =>
    inTransaction<SaveResult>(async (trx) => {
      const vendor = await findVendorByName(submitted.vendor_name, trx)
      const isVendorClosed = vendor?.status === 'SHUT_DOWN' && submitted.status === 'ACTIVE'
      const values = withoutNeedlessDiscount(submitted)
      const form: DealValues = isVendorClosed ? { ...values, status: 'EXPIRED' } : values
      const result = { outcome: 'created' as const, ...(isVendorClosed && { isVendorClosed }) }
      const { pros_cons, faqs, plans, limits, ...columns } = form
      const slug = form.slug ?? (await findFreeSlug(trx, form.title, id))
      // A second submission of the form waits here for the first one.
      await lockNewProducts(trx)
      const stored = await lockDeal(trx, id)
      if (stored) {
        const edited = { ...form, slug: form.slug ?? stored.slug }
        const changes = listChanges(stored, edited, await listTaxonomyNames(trx))
        return changes.length === 0 ? result : describeConflict(trx, stored, changes)
      }
      if (await isMissingPicture(trx, form)) return { outcome: 'rejected', field: 'hero_image_url' }
      const [joined] = await joinProducts(trx, [{ ...columns, ...productKeys(columns), slug }])
      await trx
        .insertInto('deals')
        .values({ ...joined!, ...checkedBy(staff), id })
        .execute()
      await writeRows(trx, id, { pros_cons, faqs, plans, limits })
      if (columns.hero_image_url) await fetchPicturesSoon(trx)
      await noteDeals(trx, [id], { isNew: true })
      const detail = { title: form.title, slug, published: form.published }
      await recordAudit({ actor: staff.id, action: 'deal.created', entity: 'deal', id, detail }, trx)
      await finish?.(trx)
      return result
    }),
  )
}

// The constraints of the database decide: two saves at the same moment both find a slug free.
const REJECTIONS: Record<string, SaveRejection['field']> = {
  deals_slug_key: 'slug',
  deals_category_id_fkey: 'category_id',
  deals_platform_id_fkey: 'platform_id',
}

async function rejectOrThrow(write: () => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await write()
  } catch (error) {
    const field = REJECTIONS[(error as { constraint?: string }).constraint ?? '']
    if (!field) throw error
    return { outcome: 'rejected', field }
  }
}
