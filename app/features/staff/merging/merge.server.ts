import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { moveFollows } from '~/features/audience/following/move-follows.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { parseRowId } from '~/http/params'
import { formatCount } from '~/ui/pluralize'
import { categoryKind } from './category-kind.server'
import { dealKind } from './deal-kind.server'
import type { MergeKind, MergeRow } from './merge-kind.server'
import type { Fate, LedgerRow, MergeKindName } from './merging'
import { productKind } from './product-kind.server'
import { vendorKind } from './vendor-kind.server'

export const MERGE_SPECS: Record<MergeKindName, MergeKind> = {
  deal: dealKind,
  product: productKind,
  vendor: vendorKind,
  category: categoryKind,
}

type Merged = { outcome: 'merged' | 'already' | 'missing' } | { outcome: 'refused'; reason: string }

/**
 * Moves what belongs to a record to another one of its kind, redirects its addresses there, and deletes it, in one
 * transaction. The text of the one that stays does not change.
 */
export async function mergeRecords(user: User, name: MergeKindName, id: string, intoId: string): Promise<Merged> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await MERGE_SPECS[name].lock(trx, id, intoId)
    return mergeLocked(trx, user, name, id, intoId)
  })
}

async function mergeLocked(trx: Trx, user: User, name: MergeKindName, id: string, intoId: string): Promise<Merged> {
  const kind = MERGE_SPECS[name]
  const [from, into] = [await findRow(trx, kind, id), await findRow(trx, kind, intoId)]
  if (!from) return { outcome: (await wasMerged(trx, name, id, intoId)) ? 'already' : 'missing' }
  if (!into) return { outcome: 'refused', reason: `The ${name} that would stay no longer exists.` }
  const reason = findProblem(kind, from, into)
  if (reason) return { outcome: 'refused', reason }

  const further = await kind.beforeMove?.(trx, from, into)
  await moveRows(trx, kind, id, intoId)
  await kind.afterMove?.(trx, into)
  await redirect(trx, kind, from, intoId)
  const { name: former, slug, counts } = from
  const detail = {
    name: former,
    slug,
    into: into.name,
    into_id: intoId,
    ...counts,
    ...further,
  }
  const entry = { actor: user.id, action: `${name}.merged`, entity: name, id, detail }
  await recordAudit(entry, trx)
  return { outcome: 'merged' }
}

async function moveRows(trx: Trx, kind: MergeKind, id: string, into: string) {
  if (kind.follows) await moveFollows(trx, kind.follows, id, into)
  for (const [table, column] of kind.moves) {
    const reference = sql.ref(column)
    await sql`update ${sql.table(table)} set ${reference} = ${into} where ${reference} = ${id}`.execute(trx)
  }
  await (kind.remove ? kind.remove(trx, id) : trx.deleteFrom(kind.table).where('id', '=', id).execute())
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

export function findProblem({ kind, limit, findProblem }: MergeKind, from: MergeRow, into: MergeRow) {
  if (from.id === into.id) return `A ${kind} cannot be merged into itself.`
  if (limit && from.counts[limit.count]! > limit.max) {
    return `${from.name} has more than ${formatCount(limit.max)} ${limit.count}. ${limit.advice}`
  }
  return findProblem?.(from, into)
}

/** What a merge would do, and why it is not possible, if so; undefined if one of the two does not exist. */
export async function describeMerge(user: User, name: MergeKindName, id: string, intoId: string) {
  const kind = MERGE_SPECS[name]
  if (!parseRowId(intoId)) return undefined
  const [from, into] = await Promise.all([findRow(db, kind, id), findRow(db, kind, intoId)])
  if (!from || !into) return undefined
  const rejected = canMerge(user) ? undefined : `Only admins can merge ${kind.plural}.`
  return {
    from: { ...kind.head(from), id: from.id, name: from.name },
    into: { ...kind.head(into), id: into.id, name: into.name },
    ...(await describe(kind, from, into)),
    problem: rejected ?? findProblem(kind, from, into),
    canSwap: !rejected && findProblem(kind, into, from) === undefined,
  }
}

async function describe(kind: MergeKind, from: MergeRow, into: MergeRow) {
  const {
    facts = [],
    further = [],
    both = {},
    less = {},
    result,
    lead,
    pair,
    ...described
  } = await kind.describe(from, into)
  const counts = Object.entries(kind.counts).map(([key, { label, moves }]) => {
    const [stays, goes] = [into.counts[key]!, from.counts[key]!]
    const moved = goes - (both[key] ?? 0)
    return {
      line: moved > 0 && moves ? [moves(moved)] : [],
      row: {
        what: label,
        stays: formatCount(stays),
        goes: formatCount(goes),
        after: formatCount(stays + moved - (less[key] ?? 0)),
      },
    }
  })
  const moves = [...counts.flatMap(({ line }) => line), ...(described.moves ?? [])]
  const to = `/${kind.plural}/${into.slug}`
  const redirects = from.slugs.map((slug) => ({ from: `/${kind.plural}/${slug}`, to }))
  const fates: Fate[] = [
    { icon: 'arrow-right', title: 'Moves', lines: moves.length > 0 ? moves : ['Nothing, it is empty'] },
    ...(described.stays ? [described.stays] : []),
    { icon: 'link', title: 'Redirects', lines: [...redirects, ...(described.redirects ?? [])] },
    ...(described.deleted ? [{ icon: 'trash-2' as const, title: 'Is deleted', lines: described.deleted }] : []),
  ]
  const rows: LedgerRow[] = [...facts, ...counts.map(({ row }) => row), ...further]
  return { rows, result, fates, lead, pair }
}

/** A record with its counts and addresses. A draft has no address of its own. */
export async function findRow(executor: Executor, kind: MergeKind, id: string): Promise<MergeRow | undefined> {
  const { table, columns, joins = sql``, counts, redirects } = kind
  const own = (column: string) => sql.ref(`${table}.${column}`)
  const amounts = Object.entries(counts).map(([key, { of }]) => sql`${sql.lit(key)}, ${of}`)
  const former = redirects
    ? sql`array(select slug from ${sql.table(redirects.table)} where ${sql.ref(redirects.column)} = ${id} order by slug)`
    : sql`'{}'::text[]`
  const hasAddress = table === 'deals' ? own('published') : sql.lit(redirects !== undefined)
  const { rows } = await sql<MergeRow>`
    select ${own('id')}, ${nameOf(kind, table)} as name, ${own('slug')}, jsonb_build_object(${sql.join(amounts)}) as counts,
      case when ${hasAddress} then array[${own('slug')}] else '{}' end || ${former} as slugs ${columns ? sql`, ${columns}` : sql``}
    from ${sql.table(table)} ${joins} where ${own('id')} = ${id}`.execute(executor)
  return rows[0]
}

const nameOf = ({ table }: MergeKind, alias: string) => sql.ref(`${alias}.${table === 'deals' ? 'title' : 'name'}`)

export async function findMergeName(name: MergeKindName, id: string) {
  return (await findRow(db, MERGE_SPECS[name], id))?.name
}

const LISTED = 20

type Other = { id: string; name: string; cells: string[] }

/** Records that this one may be merged into: those with the words in their name, or without words the suggested ones. */
export async function listOthers(name: MergeKindName, id: string, words: string) {
  const kind = MERGE_SPECS[name]
  const { table, others } = kind
  const title = nameOf(kind, 'other')
  const { cells, text = title, suggested, joins = sql``, matches, possible } = others
  const inText = sql`(other.slug = ${words} or fold_case(${text}) like '%' || ${folded(words)} || '%' or ${matches?.(words) ?? sql`false`})`
  const { rows } = await sql<Other>`
    select other.id, ${title} as name, ${cells} as cells
    from ${sql.table(table)} as this cross join ${sql.table(table)} as other ${joins}
    where this.id = ${id} and other.id <> this.id and ${possible ?? sql`true`}
      and ${words ? inText : suggested}
    order by ${words ? sql`char_length(${title}),` : sql``} lower(${title}), other.id limit ${LISTED}`.execute(db)
  return rows
}

/** Folded as the searched text, with the wildcards of LIKE escaped. */
const folded = (text: string) => sql`fold_case(${text.replace(/[\\%_]/g, '\\$&')})`
