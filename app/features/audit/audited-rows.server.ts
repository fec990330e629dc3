import { createHash } from 'node:crypto'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { type Dependents, describeDependents } from '~/ui/dependents'
import { recordAudit } from './audit.server'
import { changedFields, describeDifferences, type Fields } from './changes'

/** Why a row was not saved: words for its form. */
export type SaveError = { status: 400 | 409; fieldErrors?: Record<string, string[]>; formErrors?: string[] }
/** Undefined when the row to save is no longer there. */
export type Saved = { id: string } | SaveError | undefined
export type Removed = 'removed' | 'missing' | { hanging: string }

type AuditedSave<Row extends Fields> = {
  actor: string
  entity: string
  /** None for a new row. */
  id: string | undefined
  /** The print of the row that the form was made from. */
  seen: string
  values: Row
  /** How the row is called in the log. */
  label: string
  /** Keeps everybody else from writing what this depends on. */
  lock?(trx: Trx): Promise<unknown>
  find(trx: Trx, id: string): Promise<Row | undefined>
  check?(trx: Trx, before: Row | undefined): Promise<SaveError | undefined>
  insert(trx: Trx): Promise<{ id: string }>
  update(trx: Trx, id: string): Promise<unknown>
  /** What to say, and at which field, when a unique index refuses the row. */
  taken: Record<string, { field: string; message: string }>
}

/** Saves a row of a simple screen, on record and not over what somebody else saved since the form was opened. */
export async function saveAudited<Row extends Fields>(save: AuditedSave<Row>): Promise<Saved> {
  try {
    return await inTransaction((trx) => write(trx, save))
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const taken = code === '23505' && constraint ? save.taken[constraint] : undefined
    if (!taken) throw error
    return { status: 400, fieldErrors: { [taken.field]: [taken.message] } }
  }
}

async function write<Row extends Fields>(trx: Trx, save: AuditedSave<Row>): Promise<Saved> {
  const { actor, entity, id, seen, values, label } = save
  await save.lock?.(trx)
  if (!id) {
    const refusal = await save.check?.(trx, undefined)
    if (refusal) return refusal
    const row = await save.insert(trx)
    await recordAudit({ actor, action: `${entity}.created`, entity, id: row.id, detail: { name: label } }, trx)
    return row
  }

  const before = await save.find(trx, id)
  if (!before) return undefined
  const changes = changedFields(before, values)
  if (Object.keys(changes).length === 0) return { id }
  if (fingerprint(before) !== seen) return outdated(before, values)
  const refusal = await save.check?.(trx, before)
  if (refusal) return refusal
  await save.update(trx, id)
  await recordAudit({ actor, action: `${entity}.updated`, entity, id, detail: { name: label, ...changes } }, trx)
  return { id }
}

/** A short print of a row, by which a form says what it was made from. */
export function fingerprint(row: Fields) {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(row).sort()))
    .digest('base64url')
    .slice(0, 22)
}

function outdated(stored: Fields, typed: Fields): SaveError {
  const message = `Someone else saved this in the meantime: ${describeDifferences(stored, typed)}. Save again to replace it with the values below.`
  return { status: 409, formErrors: [message] }
}

type AuditedRemoval = {
  actor: string
  entity: string
  id: string
  /** What the row is called, locked so that nothing new can be hung on it; undefined when it is gone. */
  find(trx: Trx): Promise<string | undefined>
  hanging?(trx: Trx): Promise<Dependents[]>
  remove(trx: Trx): Promise<unknown>
}

/** Deletes a row on which nothing hangs, on record. */
export async function removeAudited({ actor, entity, id, find, hanging, remove }: AuditedRemoval): Promise<Removed> {
  return inTransaction(async (trx) => {
    const name = await find(trx)
    if (name === undefined) return 'missing'
    const items = (await hanging?.(trx)) ?? []
    if (items.length > 0) return { hanging: describeDependents(items) }
    await remove(trx)
    await recordAudit({ actor, action: `${entity}.deleted`, entity, id, detail: { name } }, trx)
    return 'removed'
  })
}
