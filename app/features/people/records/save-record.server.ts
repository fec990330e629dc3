import { sql } from 'kysely'
import type { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import type { FieldSpec, FieldTable } from '~/http/field-table'
import type { Conflict } from '~/ui/conflict'
import { type Dependents, describeDependents } from '~/ui/dependents'
import { shorten } from '~/ui/shorten'
import type { RowLock } from './record-table.server'

/** Why a record was not saved, as errors of its form. */
export type Refused = { status: 400; fieldErrors?: Record<string, string[]>; formErrors?: string[] }

/** How a kind of record is read and written. `Stored` are the values that saves compare, `Sent` those of the form. */
export type StoredKind<Stored extends object, Sent extends Stored = Stored> = {
  /** In the audit log. */
  entity: string
  fields: FieldTable
  titleOf(values: Stored): string
  /** Undefined when it is gone. */
  find(executor: Executor, id: string, lock?: RowLock): Promise<(Stored & { version: number }) | undefined>
  /** Locks what the check depends on, before the row. */
  lock?(trx: Trx): Promise<unknown>
  check?(trx: Trx, change: Change<Stored, Sent>): Promise<Refused | undefined>
  /** Without it there is no form for a new row. */
  insert?(trx: Trx, values: Sent, user: Saver): Promise<{ id: string }>
  /** Writes the values, and raises the version. */
  update(trx: Trx, id: string, values: Sent, save: { user: Saver; before: Stored }): Promise<unknown>
  /** Without it a row cannot be deleted. */
  remove?(trx: Trx, id: string): Promise<unknown>
  /** What prevents the deletion. */
  dependents?(executor: Executor, id: string): Promise<Dependents[]>
  /** The field and the error of each unique index or foreign key. */
  taken?(values: Sent): Record<string, [field: string, message: string]>
}

/** A kind of record with a list and a form. */
export type RecordKind<Stored extends object, Sent extends Stored = Stored, More extends object = object> = StoredKind<
  Stored,
  Sent
> & {
  noun: string
  list: { to: string; label: string }
  /** The page after saving; without it the list. */
  savedTo?(id: string): string
  /** Of the page with the form. */
  description: string
  role: 'staff' | 'admin'
  form: z.ZodType<Sent>
  /** What else the page needs. */
  more?(page: { id: string | undefined; user: User; record: Stored | undefined }): Promise<More>
  /** Whether saving these values, or deleting (undefined), needs a password that was entered recently. */
  needsPassword?(values: Sent | undefined): boolean
  /** For a form with a `step`, which saves nothing: what the page shows of it. Undefined values are not valid. */
  show?(values: Sent | undefined): Promise<object>
}

type Change<Stored, Sent> = { id: string | undefined; before: Stored | undefined; values: Sent }

type Saver = { id: string }

/** `stored` is the record of another version. */
type Outcome<Stored> = { id: string; stored?: Stored & { version: number } } | Refused | undefined

/**
 * Saves a record with an entry in the audit log, unless it has another version than the form. The values that are stored
 * already count as saved, so that a form may be sent twice.
 *
 * @returns undefined when the record is gone
 */
export async function saveRecord<Stored extends object, Sent extends Stored>(
  kind: StoredKind<Stored, Sent>,
  user: Saver,
  id: string | undefined,
  values: Sent,
  version: number,
): Promise<{ id: string } | Refused | { conflict: Conflict } | undefined> {
  const outcome = await write(kind, user, id, values, version).catch((error: { constraint?: string }): Refused => {
    const taken = kind.taken?.(values)[error.constraint ?? '']
    if (!taken) throw error
    return { status: 400, fieldErrors: { [taken[0]]: [taken[1]] } }
  })
  if (!outcome || 'status' in outcome || !outcome.stored) return outcome
  return { conflict: await describeConflict(kind, outcome.id, outcome.stored, values) }
}

function write<Stored extends object, Sent extends Stored>(
  kind: StoredKind<Stored, Sent>,
  user: Saver,
  id: string | undefined,
  values: Sent,
  version: number,
): Promise<Outcome<Stored>> {
  const { entity } = kind
  const name = kind.titleOf(values)
  return inTransaction(async (trx) => {
    await kind.lock?.(trx)
    if (!id) {
      const refused = await kind.check?.(trx, { id, before: undefined, values })
      if (refused) return refused
      const row = await kind.insert!(trx, values, user)
      await recordAudit({ actor: user.id, action: `${entity}.created`, entity, id: row.id, detail: { name } }, trx)
      return row
    }

    const before = await kind.find(trx, id, 'for no key update')
    if (!before) return undefined
    const changes = listChanges(kind, before, values)
    if (changes.length === 0) return { id }
    if (before.version !== version) return { id, stored: before }
    const refused = await kind.check?.(trx, { id, before, values })
    if (refused) return refused
    await kind.update(trx, id, values, { user, before })
    const shown = changes.map(({ field, from, to }) => [field, `${cut(from)} → ${cut(to)}`])
    const detail = { name, version: before.version + 1, ...Object.fromEntries(shown) }
    await recordAudit({ actor: user.id, action: `${entity}.updated`, entity, id, detail }, trx)
    return { id }
  })
}

/** The fields that differ, with their stored and submitted values. */
function listChanges(kind: { fields: Record<string, FieldSpec> }, stored: object, submitted: object) {
  return Object.keys(kind.fields).flatMap((field) => {
    const [from, to] = [stored, submitted].map((row) => textOf(Reflect.get(row, field)))
    return from === to ? [] : [{ field, from: from!, to: to! }]
  })
}

/** Rows, such as links, are their texts, one row a line. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? '')
  return value.map((row: object) => Object.values(row).join(' ')).join('\n')
}

/** Longer values are cut: an entry of the log is not a copy of the row. */
const LOGGED = 200
const cut = (text: string) => shorten(text, LOGGED) || '(empty)'

async function describeConflict<Stored extends object, Sent extends Stored>(
  kind: StoredKind<Stored, Sent>,
  id: string,
  stored: Stored & { version: number },
  values: Sent,
): Promise<Conflict> {
  const fields = listChanges(kind, stored, values).map(({ field, from, to }) => {
    const spec = kind.fields[field]!
    return { label: spec.label, theirs: shownText(spec, from), yours: shownText(spec, to) }
  })
  return { ...(await findSaver(db, kind.entity, id, stored.version)), version: stored.version, fields }
}

function shownText({ kind, choices }: FieldSpec, text: string) {
  if (kind === 'switch' || kind === 'answer') return { true: 'Yes', false: 'No' }[text] ?? ''
  return choices?.[text] ?? text
}

/** Who saved this version of a record and when. An import or a merge has no entry of that version. */
export async function findSaver(executor: Executor, entity: string, id: string, version: number) {
  const entry = await executor
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'actor_id')
    .select((eb) => ['audit_log.created_at', eb.fn.coalesce('profiles.name', 'profiles.email').as('by')])
    .where('entity_type', '=', entity)
    .where('entity_id', '=', id)
    .where(sql<string>`detail ->> 'version'`, '=', String(version))
    .orderBy('audit_log.id', 'desc')
    .executeTakeFirst()
  return { by: entry?.by ?? null, at: entry?.created_at.toISOString() ?? '' }
}

/** Deletes a record that nothing depends on, with an entry in the audit log. */
export async function removeRecord<Stored extends object, Sent extends Stored>(
  kind: StoredKind<Stored, Sent>,
  user: Saver,
  id: string,
) {
  const { entity } = kind
  return inTransaction(async (trx) => {
    await kind.lock?.(trx)
    const row = await kind.find(trx, id, 'for update')
    if (!row) return 'missing' as const
    const dependents = (await kind.dependents?.(trx, id)) ?? []
    if (dependents.length > 0) return { dependents: describeDependents(dependents) }
    await kind.remove!(trx, id)
    const detail = { name: kind.titleOf(row) }
    await recordAudit({ actor: user.id, action: `${entity}.deleted`, entity, id, detail }, trx)
    return 'removed' as const
  })
}
