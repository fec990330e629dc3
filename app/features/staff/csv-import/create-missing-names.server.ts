import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockCategories } from '~/features/catalog/categories/manage-categories.server'
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
  const column = sql.ref(`${kind}_id`)
  await sql`update import_staging set ${column} = ${id} where import_id = ${importId} and ${column} = ${missing.id}`.execute(
    trx,
  )
}

/** "Parent / Child" is a subcategory. */
async function findOrCreate(
  trx: Trx,
  kind: TaxonomyKind,
  path: string,
  actor: string | null,
  id?: string,
): Promise<string> {
  const [first, ...rest] = kind === 'category' ? path.split(' / ') : [path]
  const isNested = rest.length === 1 && first!.trim() !== '' && rest[0]!.trim() !== ''
  const name = isNested ? rest[0]!.trim() : path
  const parentId: string | undefined = isNested ? await findOrCreate(trx, kind, first!.trim(), actor) : undefined
  const table = sql.table(TABLES[kind])
  const found = await sql<{ id: string }>`select id from ${table} where lower(name) = lower(${name})`.execute(trx)
  if (found.rows[0]) return found.rows[0].id
  const base = slugFromTitle(name, kind)
  const taken = await sql<{
    slug: string
  }>`select slug from ${table} where slug = ${base} or slug like ${`${base}-%`}`.execute(trx)
  const slugs = new Set(taken.rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; slugs.has(slug); number++) slug = withNumber(base, number)
  const parent = kind === 'category' ? sql`, parent_id` : sql``
  const { rows } = await sql<{ id: string }>`
    insert into ${table} (id, name, slug ${parent})
    values (coalesce(${id ?? null}::uuid, gen_random_uuid()), ${name}, ${slug} ${kind === 'category' ? sql`, ${parentId ?? null}` : sql``})
    returning id`.execute(trx)
  const created = rows[0]!.id
  await recordAudit({ actor, action: `${kind}.created`, entity: kind, id: created, detail: { name, slug } }, trx)
  return created
}
