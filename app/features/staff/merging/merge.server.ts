import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { deleteRow } from '~/features/people/records/record-table.server'
import { parseRowId } from '~/http/params'
import { formatCount, pluralize } from '~/ui/pluralize'
import { contains, MERGE_SPECS, type MergeKind, type MergeRow } from './merge-kinds.server'
import type { MergeHead, MergeKindName } from './merging'

type Merged = { outcome: 'merged' | 'already' | 'missing' } | { outcome: 'refused'; reason: string }

/**
 * Moves what belongs to a record to another one of its kind, redirects its addresses there, and deletes it, in one
 * transaction. The text of the one that stays does not change.
 */
export async function mergeRecords(user: User, name: MergeKindName, id: string, intoId: string): Promise<Merged> {
  const kind = MERGE_SPECS[name]
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await kind.lock(trx, id, intoId)
    const [from, into] = [await findRow(trx, kind, id), await findRow(trx, kind, intoId)]
    if (!from) return { outcome: (await wasMerged(trx, name, id, intoId)) ? 'already' : 'missing' }
    if (!into) return { outcome: 'refused', reason: `The ${name} that would stay no longer exists.` }
    const reason = findProblem(kind, from, into)
    if (reason) return { outcome: 'refused', reason }

    await kind.combine?.(trx, id, intoId)
    await moveRows(trx, kind, id, intoId)
    await deleteRow(trx, kind.table, id)
    await kind.finish?.(trx, intoId)
    await redirect(trx, kind, from, intoId)
    const detail = { name: from.name, slug: from.slug, into: into.name, into_id: intoId, ...from.counts }
    await recordAudit({ actor: user.id, action: `${name}.merged`, entity: name, id, detail }, trx)
    return { outcome: 'merged' }
  })
}

async function moveRows(trx: Trx, { moves }: MergeKind, id: string, into: string) {
  for (const [table, column] of moves) {
    const reference = sql.ref(column)
    await sql`update ${sql.table(table)} set ${reference} = ${into} where ${reference} = ${id}`.execute(trx)
  }
}

/** Former addresses have moved with their rows. A deal that was never public has no address of its own. */
async function redirect(trx: Trx, { redirects }: MergeKind, { slug, slugs, name }: MergeRow, into: string) {
  if (!redirects || !slugs.includes(slug)) return
  const columns = ['slug', redirects.column, ...(redirects.name ? [redirects.name] : [])]
  const values = [slug, into, ...(redirects.name ? [name] : [])]
  await sql`
    insert into ${sql.table(redirects.table)} (${sql.join(columns.map((one) => sql.ref(one)))}) values (${sql.join(values)})
    on conflict (slug) do update
      set ${sql.join(columns.map((one) => sql`${sql.ref(one)} = excluded.${sql.ref(one)}`))}`.execute(trx)
}

/** Whether someone else has just merged the same two. */
async function wasMerged(trx: Trx, kind: MergeKindName, id: string, into: string) {
  const entry = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .where('action', '=', `${kind}.merged`)
    .where(sql`detail ->> 'into_id'`, '=', into)
    .executeTakeFirst()
  return entry !== undefined
}

export function findProblem({ kind, limit, problem }: MergeKind, from: MergeRow, into: MergeRow) {
  if (from.id === into.id) return `A ${kind} cannot be merged into itself.`
  if (limit && from.counts[limit.count]! > limit.max) {
    return `${from.name} has more than ${formatCount(limit.max)} ${limit.count}. ${limit.advice}`
  }
  return problem?.(from, into)
}

/** What a merge would do, and why it is not possible, if so; undefined if one of the two does not exist. */
export async function describeMerge(user: User, name: MergeKindName, id: string, intoId: string) {
  const kind = MERGE_SPECS[name]
  if (!parseRowId(intoId)) return undefined
  const [from, into] = await Promise.all([findRow(db, kind, id), findRow(db, kind, intoId)])
  if (!from || !into) return undefined
  const rejected = canMerge(user) ? undefined : `Only admins can merge ${kind.plural}.`
  return {
    from: headOf(kind, from),
    into: headOf(kind, into),
    says: [moved(kind, from), ...(await kind.says(from, into)), redirected(kind, from, into)],
    problem: rejected ?? findProblem(kind, from, into),
    canSwap: !rejected && findProblem(kind, into, from) === undefined,
  }
}

const headOf = (kind: MergeKind, row: MergeRow): MergeHead => {
  const { id, name, note } = row
  return { id, name, note, counts: countsOf(kind, row) }
}

function countsOf(kind: MergeKind, { counts }: MergeRow, least = 0) {
  const counted = Object.entries(kind.counts).filter(([key]) => counts[key]! >= least)
  return counted.map(([key, [noun, plural]]) => pluralize(counts[key]!, noun, plural)).join(', ')
}

function moved(kind: MergeKind, from: MergeRow) {
  const counts = countsOf(kind, from, 1)
  return counts ? `Moves to the ${kind.kind} that stays: ${counts}.` : 'Nothing moves, because it is empty.'
}

function redirected({ plural }: MergeKind, { slugs }: MergeRow, into: MergeRow) {
  const paths = new Intl.ListFormat('en-US').format(slugs.map((slug) => `/${plural}/${slug}`))
  if (slugs.length === 0) return 'No address changes.'
  return `${paths} ${slugs.length === 1 ? 'redirects' : 'redirect'} to /${plural}/${into.slug}.`
}

/** A record with its counts and addresses. A draft has no address of its own. */
export async function findRow(executor: Executor, kind: MergeKind, id: string): Promise<MergeRow | undefined> {
  const { table, note, columns, counts, redirects } = kind
  const own = (column: string) => sql.ref(`${table}.${column}`)
  const amounts = Object.entries(counts).map(([key, [, , of]]) => sql`${sql.lit(key)}, ${of}`)
  const former = redirects
    ? sql`array(select slug from ${sql.table(redirects.table)} where ${sql.ref(redirects.column)} = ${id} order by slug)`
    : sql`'{}'::text[]`
  const hasAddress = table === 'deals' ? own('published') : sql.lit(redirects !== undefined)
  const { rows } = await sql<MergeRow>`
    select ${own('id')}, ${nameOf(kind, table)} as name, ${note} as note, ${own('slug')},
      json_build_object(${sql.join(amounts)}) as counts,
      case when ${hasAddress} then array[${own('slug')}] else '{}' end || ${former} as slugs ${columns ? sql`, ${columns}` : sql``}
    from ${sql.table(table)} where ${own('id')} = ${id}`.execute(executor)
  return rows[0]
}

const nameOf = ({ table }: MergeKind, alias: string) => sql.ref(`${alias}.${table === 'deals' ? 'title' : 'name'}`)

export async function findMergeName(name: MergeKindName, id: string) {
  return (await findRow(db, MERGE_SPECS[name], id))?.name
}

const LISTED = 20

/** Records that this one may be merged into: those that match the words, or without words the suggested ones. */
export async function listOthers(name: MergeKindName, id: string, words: string): Promise<MergeHead[]> {
  const kind = MERGE_SPECS[name]
  const title = nameOf(kind, 'other')
  const matches = kind.matches?.(words) ?? sql`fold_case(${title}) like ${contains(words)}`
  const { rows } = await sql<{ id: string }>`
    select other.id from ${sql.table(kind.table)} as this cross join ${sql.table(kind.table)} as other
    where this.id = ${id} and other.id <> this.id and ${words ? sql`(other.slug = ${words} or ${matches})` : await kind.suggested(id)}
    order by ${words ? sql`char_length(${title}),` : sql``} lower(${title}), other.id limit ${LISTED}`.execute(db)
  const found = await Promise.all(rows.map((other) => findRow(db, kind, other.id)))
  return found.filter((row) => row !== undefined).map((row) => headOf(kind, row))
}
