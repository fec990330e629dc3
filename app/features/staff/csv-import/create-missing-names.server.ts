import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockCategories } from '~/features/catalog/categories/category-record.server'
import { slugFromTitle, withNumber } from '~/features/catalog/deals/slug'
import { recordAudit } from '~/features/people/audit/audit.server'
import type { ImportSummary, MissingName, TaxonomyKind } from './import-options'

const TABLES = { category: 'categories', platform: 'platforms' } as const

/** Creates the categories and platforms that the check has promised. Those that exist by now take their rows. */
export async function createMissingNames(importId: string) {
  const { summary, user_id } = await db
    .selectFrom('imports')
    .select(['summary', 'user_id'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const { missing } = summary as ImportSummary
  const wanted = (kind: TaxonomyKind) => (missing?.[kind] ?? []).filter(({ id }) => id !== undefined)
  if (wanted('category').length + wanted('platform').length === 0) return
  await inTransaction(async (trx) => {
    await lockCategories(trx)
    for (const kind of ['category', 'platform'] as const) {
      for (const name of wanted(kind)) await createName(trx, importId, kind, name, user_id)
    }
  })
}

async function createName(trx: Trx, importId: string, kind: TaxonomyKind, missing: MissingName, actor: string | null) {
  const id = await findOrCreate(trx, kind, missing.name, actor, missing.id!)
  if (id === missing.id) return
  const column = `${kind}_id`
  await sql`
    update import_rows set value = value || jsonb_build_object(${column}::text, ${id}::text)
    where import_id = ${importId} and value ->> ${column} = ${missing.id}`.execute(trx)
}

/** "Parent / Child" is a subcategory below its parent, which is created too. */
async function findOrCreate(
  trx: Trx,
  kind: TaxonomyKind,
  name: string,
  actor: string | null,
  id?: string,
): Promise<string> {
  const table = sql.table(TABLES[kind])
  const found = await sql<{ id: string }>`select id from ${table} where lower(name) = lower(${name})`.execute(trx)
  if (found.rows[0]) return found.rows[0].id
  const [, parent] = (kind === 'category' && /^(\S.*?) \/ \S/.exec(name)) || []
  const parent_id = parent && (await findOrCreate(trx, kind, parent, actor))
  const slug = await findFreeSlug(trx, kind, name)
  const values = { ...(id && { id }), name, slug }
  const { id: created } =
    kind === 'category'
      ? await trx
          .insertInto('categories')
          .values({ ...values, parent_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await trx.insertInto('platforms').values(values).returning('id').executeTakeFirstOrThrow()
  await recordAudit({ actor, action: `${kind}.created`, entity: kind, id: created, detail: { name } }, trx)
  return created
}

async function findFreeSlug(trx: Trx, kind: TaxonomyKind, name: string) {
  const base = slugFromTitle(name, kind)
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(TABLES[kind])} where slug = ${base} or slug like ${`${base}-%`}`.execute(trx)
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = withNumber(base, number)
  return slug
}
