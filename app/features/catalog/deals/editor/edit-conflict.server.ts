import { db } from '~/db/database.server'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { listChanges } from './deal-changes'
import type { DealValues } from './deal-form.server'
import { listRevisions } from './revisions.server'
import { listTaxonomyNames, type StoredDeal } from './stored-deal.server'

export type EditConflict = Awaited<ReturnType<typeof describeEditConflict>>

/** The fields in which the stored and the submitted version differ, each with the person who changed it where known. */
export async function describeEditConflict(stored: StoredDeal, form: DealValues & { version?: number }) {
  const [names, revisions] = await Promise.all([listTaxonomyNames(db), listRevisions(stored.id)])
  const since = revisions.filter(({ detail }) => Number(detail.version) > (form.version ?? 0))
  // Imports and verified reports also make versions, whose changed fields are not in the audit log.
  const isExplained = since.length === stored.version - (form.version ?? 0)
  const changedByThem = new Set(since.flatMap(({ detail }) => Object.keys(detail)))
  const fields = listChanges(stored, { ...form, slug: form.slug ?? stored.slug }, names).map(({ field, from, to }) => ({
    label: DEAL_FIELDS[field].label,
    theirs: from,
    yours: to,
    changedBy: isExplained ? (changedByThem.has(field) ? ('them' as const) : ('you' as const)) : null,
  }))
  return { id: stored.id, version: stored.version, by: since[0]?.by ?? 'Someone else', fields }
}
