import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { slugFromTitle, withNumber } from '~/features/catalog/deals/slug'
import { recordAudits } from '~/features/people/audit/audit.server'
import { type ImportSummary, type MissingName, TAXONOMY_KINDS, type TaxonomyKind } from './import-options'

const TABLES = { category: sql.table('categories'), platform: sql.table('platforms') }

/** Small, because each batch locks the table of categories or platforms. */
const BATCH_NAMES = 250

/**
 * Creates the categories and platforms that the check has promised, in batches. Those that exist by now take their rows,
 * also after an interruption.
 */
export async function createMissingNames(importId: string) {
  const { summary, user_id } = await db
    .selectFrom('imports')
    .select(['summary', 'user_id'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const { missing } = summary as ImportSummary
  for (const kind of TAXONOMY_KINDS) {
    const wanted = (missing?.[kind] ?? []).filter(isPromised)
    for (let start = 0; start < wanted.length; start += BATCH_NAMES) {
      const names = wanted.slice(start, start + BATCH_NAMES)
      await inTransaction(async (trx) => {
        await moveRows(trx, importId, kind, await createNames(trx, kind, names, user_id))
      })
    }
  }
}

type PromisedName = Pick<MissingName, 'name'> & { id: string }
const isPromised = (missing: MissingName): missing is MissingName & { id: string } => missing.id !== undefined

/** Returns the ids of names that exist, with those that were promised. "Parent / Child" is a subcategory, whose parent is created too. */
async function createNames(trx: Trx, kind: TaxonomyKind, names: PromisedName[], actor: string | null) {
  await sql`lock table ${TABLES[kind]} in share row exclusive mode`.execute(trx)
  const { rows: existing } = await sql<{ id: string; key: string; slug: string }>`
    select id, lower(name) as key, slug from ${TABLES[kind]}`.execute(trx)
  const ids = new Map(existing.map(({ key, id }) => [key, id]))
  const slugs = new Set(existing.map(({ slug }) => slug))
  const added: { id: string; name: string; slug: string; parent_id: string | null }[] = []

  function idOf({ name, id }: PromisedName): string {
    const found = ids.get(name.toLowerCase())
    if (found) return found
    const [, parent] = (kind === 'category' && /^(\S.*?) \/ \S/.exec(name)) || []
    const parent_id = parent ? idOf({ name: parent, id: randomUUID() }) : null
    added.push({ id, name, slug: freeSlug(name), parent_id })
    ids.set(name.toLowerCase(), id)
    return id
  }

  function freeSlug(name: string) {
    const base = slugFromTitle(name, kind)
    let slug = base
    for (let number = 2; slugs.has(slug); number++) slug = withNumber(base, number)
    slugs.add(slug)
    return slug
  }

  const moved = names.map((name) => ({ from: name.id, to: idOf(name) })).filter(({ from, to }) => from !== to)
  if (added.length > 0) {
    if (kind === 'category') await trx.insertInto('categories').values(added).execute()
    else
      await trx
        .insertInto('platforms')
        .values(added.map(({ parent_id: _, ...row }) => row))
        .execute()
    const entries = added.map(({ id, name }) => ({
      actor,
      action: `${kind}.created`,
      entity: kind,
      id,
      detail: { name },
    }))
    await recordAudits(entries, trx)
  }
  return moved
}

/** Gives rows the category or platform that exists by now instead of the promised one. */
async function moveRows(trx: Trx, importId: string, kind: TaxonomyKind, moved: { from: string; to: string }[]) {
  if (moved.length === 0) return
  const column = `${kind}_id`
  await sql`
    update import_rows set value = value || jsonb_build_object(${column}::text, "to")
    from unnest(${moved.map(({ from }) => from)}::text[], ${moved.map(({ to }) => to)}::text[]) as moved ("from", "to")
    where import_id = ${importId} and value ->> ${column} = "from"`.execute(trx)
}
