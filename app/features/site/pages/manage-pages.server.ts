import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { type Refused, removeRecord, type StoredKind, saveRecord } from '~/features/people/records/save-record.server'
import { originalOf } from './originals.server'
import { BUILT_IN_PAGES, FOOTER_GROUPS, IMPRINT, isBuiltIn, PAGE_FIELDS, PAGES_MAX, type PageValues } from './site-page'
import { listWrittenPages } from './site-pages.server'

const COLUMNS = ['title', 'description', 'footer_group', 'body', 'body_after'] as const

/** The pages of the program, and the others with the imprint first, each with the column of the footer that links it. */
export async function listManagedPages() {
  const written = await listWrittenPages()
  const describe = (slug: string) => {
    const page = written.find((one) => one.slug === slug)
    const { title, footer_group } = page ?? unwritten(slug)!
    const footer = isBuiltIn(slug) ? BUILT_IN_PAGES[slug] : footer_group ? FOOTER_GROUPS[footer_group] : 'None'
    return { slug, title, footer, written: page }
  }
  const own = written.map(({ slug }) => slug).filter((slug) => !isBuiltIn(slug) && slug !== IMPRINT)
  return { builtIn: Object.keys(BUILT_IN_PAGES).map(describe), own: [IMPRINT, ...own].map(describe) }
}

/** The page that staff wrote; without one a page of the program as it is before the first edit, with version 0. */
export async function findManagedPage(slug: string, executor: Executor = db) {
  const written = await executor
    .selectFrom('pages')
    .select([...COLUMNS, 'version'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  const original = written ? undefined : unwritten(slug)
  return written ?? (original && { ...original, version: 0 })
}

function unwritten(slug: string): PageValues | undefined {
  const empty = { description: null, footer_group: null, body: null, body_after: null }
  if (slug === IMPRINT) return { ...empty, title: 'Imprint', footer_group: 'LEGAL' }
  return isBuiltIn(slug) ? { ...empty, title: originalOf(slug).title } : undefined
}

/** A page, by its slug. Saving publishes it. */
export const PAGE: StoredKind<PageValues, PageValues & { slug: string }> = {
  entity: 'page',
  fields: PAGE_FIELDS,
  titleOf: ({ title }) => title,
  // Of two saves at once, the second sees what the first wrote.
  lock: (trx) => sql`lock table pages in share row exclusive mode`.execute(trx),
  find: (executor, slug) => findManagedPage(slug, executor),
  check: async (trx, { id, values }) => (id ? undefined : checkNew(trx, values.slug)),
  insert: (trx, values, user) => write(trx, values, user.id),
  update: (trx, _slug, values, { user }) => write(trx, values, user.id),
  remove: (trx, slug) => trx.deleteFrom('pages').where('slug', '=', slug).execute(),
}

async function write(trx: Trx, values: PageValues & { slug: string }, author_id: string) {
  const row = { ...values, author_id, saved_at: sql<Date>`now()` }
  await trx
    .insertInto('pages')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ ...row, version: sql`pages.version + 1` }))
    .execute()
  return { id: values.slug }
}

async function checkNew(trx: Trx, slug: string): Promise<Refused | undefined> {
  if (await findManagedPage(slug, trx)) {
    return { status: 400, fieldErrors: { slug: ['There is already a page with this URL.'] } }
  }
  const pages = await trx.selectFrom('pages').select('slug').execute()
  const own = new Set([IMPRINT, ...pages.map((page) => page.slug).filter((slug) => !isBuiltIn(slug))])
  return own.size < PAGES_MAX ? undefined : { status: 400, formErrors: [`${PAGES_MAX} pages are the most.`] }
}

/** Gives a page of the program its original text again; the imprint is not published any more. */
export async function restoreOriginal(user: { id: string }, slug: string, version: number) {
  const original = unwritten(slug)
  return original && saveRecord(PAGE, user, slug, { ...original, slug }, version)
}

/** Removes a page under /pages. */
export async function removePage(user: { id: string }, slug: string) {
  return unwritten(slug) ? 'missing' : removeRecord(PAGE, user, slug)
}

/** What the editor of a page begins with: its text, or the one that comes with the program. */
export function editedTexts(slug: string, { body, body_after }: PageValues) {
  const isOriginal = body === null && body_after === null
  return { body: isOriginal && isBuiltIn(slug) ? originalOf(slug).text : body, body_after }
}
