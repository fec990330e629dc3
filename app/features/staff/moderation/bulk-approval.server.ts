import type { Kind } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { decideItem } from './decide-item.server'
import type { VersionedId } from './decisions.server'
import { isHarmless, listContexts } from './lines.server'
import { listSubjects } from './subjects.server'

/**
 * Approves each item in its own transaction: a conflict on one does not stop the others. What must be read by itself,
 * such as a text with a link, is left.
 */
export async function approveSelected(kind: Kind, staff: User, selected: VersionedId[]) {
  const rows = await listSubjects(selected.map(({ id }) => ({ kind, id })))
  const contexts = await listContexts(rows)
  const harmless = new Set(rows.filter((row, index) => isHarmless(row, contexts[index]!)).map(({ id }) => id))
  let approved = 0
  for (const item of selected.filter(({ id }) => harmless.has(id))) {
    const outcome = await decideItem({ kind, staff, item, decision: { to: 'APPROVED' } })
    if (outcome.is === 'done') approved++
  }
  return { approved, left: selected.length - approved }
}
