import { createHash } from 'node:crypto'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { type Dependents, describeDependents } from '~/ui/dependents'
import { shorten } from '~/ui/shorten'
import { recordAudit } from './audit.server'

/** Why a row was not saved, as errors of its form. */
export type SaveError = { status: 400 | 409; fieldErrors?: Record<string, string[]>; formErrors?: string[] }
/** Undefined when the row to save is no longer there. */
export type Saved = { id: string } | SaveError | undefined
type Removed = 'removed' | 'missing' | { dependents: string }

type AuditedSave<Row extends Fields> = {
  actor: string
  entity: string
  /** Undefined for a new row. */
  id: string | undefined
  /** The fingerprint of the row that the form was made from. */
  version: string
  values: Row
  /** The name of the row in the log. */
  label: string
  /** Locks rows that the check depends on. */
  lock?(trx: Trx): Promise<unknown>
  find(trx: Trx, id: string): Promise<Row | undefined>
  check?(trx: Trx, before: Row | undefined): Promise<SaveError | undefined>
  insert(trx: Trx): Promise<{ id: string }>
  update(trx: Trx, id: string): Promise<unknown>
  /** The error of each unique index or foreign key, and the field it belongs to. */
  taken: Record<string, { field: string; message: string }>
}

/** Saves a row with an entry in the audit log, unless it has changed since the form was opened. */
export async function saveAudited<Row extends Fields>(save: AuditedSave<Row>): Promise<Saved> {
  try {
    return await inTransaction((trx) => write(trx, save))
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const taken = constraint ? save.taken[constraint] : undefined
    if (!taken) throw error
    return { status: 400, fieldErrors: { [taken.field]: [taken.message] } }
  }
}

async function write<Row extends Fields>(trx: Trx, save: AuditedSave<Row>): Promise<Saved> {
  const { actor, entity, id, version, values, label } = save
  await save.lock?.(trx)
  if (!id) {
    const error = await save.check?.(trx, undefined)
    if (error) return error
    const row = await save.insert(trx)
    await recordAudit({ actor, action: `${entity}.created`, entity, id: row.id, detail: { name: label } }, trx)
    return row
  }

  const before = await save.find(trx, id)
  if (!before) return undefined
  const changes = changedFields(before, values)
  if (Object.keys(changes).length === 0) return { id }
  if (fingerprint(before) !== version) return outdated(before, values)
  const error = await save.check?.(trx, before)
  if (error) return error
  await save.update(trx, id)
  await recordAudit({ actor, action: `${entity}.updated`, entity, id, detail: { name: label, ...changes } }, trx)
  return { id }
}

/** Identifies the state of a row, 22 characters, so that a form can say from which one it was made. */
export function fingerprint(row: Fields) {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(row).sort()))
    .digest('base64url')
    .slice(0, 22)
}

function outdated(stored: Fields, submitted: Fields): SaveError {
  const message = `Someone else saved this in the meantime: ${describeDifferences(stored, submitted)}. Save again to replace it with the values below.`
  return { status: 409, formErrors: [message] }
}

type AuditedRemoval = {
  actor: string
  entity: string
  id: string
  /** The name of the row, locked so that nothing new can refer to it; undefined when it is gone. */
  find(trx: Trx): Promise<string | undefined>
  dependents?(trx: Trx): Promise<Dependents[]>
  remove(trx: Trx): Promise<unknown>
}

/** Deletes a row that nothing depends on, with an entry in the audit log. */
export async function removeAudited({ actor, entity, id, find, dependents, remove }: AuditedRemoval): Promise<Removed> {
  return inTransaction(async (trx) => {
    const name = await find(trx)
    if (name === undefined) return 'missing'
    const items = (await dependents?.(trx)) ?? []
    if (items.length > 0) return { dependents: describeDependents(items) }
    await remove(trx)
    await recordAudit({ actor, action: `${entity}.deleted`, entity, id, detail: { name } }, trx)
    return 'removed'
  })
}

type Fields = Record<string, string | number | boolean | null>

const EMPTY = '(empty)'
/** Longer values are cut: an entry of the log is not a copy of the row. */
const SHOWN = 200

/** The fields that differ between two states of a row, each as "before → after". */
function changedFields(before: Fields, after: Fields): Record<string, string> {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return Object.fromEntries(names.map((name) => [name, `${show(before[name])} → ${show(after[name])}`]))
}

/** The stored values of fields that differ, as text: `Name is “Design”, Slug is (empty)`. */
function describeDifferences(stored: Fields, other: Fields) {
  return Object.keys(changedFields(stored, other))
    .map((name) => `${name.replaceAll('_', ' ')} is ${(stored[name] ?? '') === '' ? EMPTY : `“${show(stored[name])}”`}`)
    .join(', ')
}

function show(value: Fields[string] | undefined) {
  return shorten(String(value ?? ''), SHOWN) || EMPTY
}
