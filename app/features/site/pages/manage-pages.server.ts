import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import type { FooterGroup } from '~/db/schema'
import { fingerprint, removeAudited, type SaveError, saveAudited } from '~/features/people/audit/audited-rows.server'
import { originalOf } from './originals.server'
import { BUILT_IN_PAGES, FOOTER_GROUPS, IMPRINT, isBuiltIn, PAGE_LIMITS } from './site-page'
import { listWrittenPages } from './site-pages.server'

const FIELDS = ['title', 'description', 'footer_group', 'body', 'body_after'] as const

export type PageValues = {
  title: string
  description: string | null
  footer_group: FooterGroup | null
  body: string | null
  body_after: string | null
}

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

/** The page that staff wrote; without one a page of the program as it is before the first edit. */
export async function findManagedPage(slug: string) {
  const values = await findValues(db, slug)
  return values && { ...values, version: fingerprint(values) }
}

async function findValues(executor: Executor, slug: string): Promise<PageValues | undefined> {
  const written = await executor.selectFrom('pages').select(FIELDS).where('slug', '=', slug).executeTakeFirst()
  return written ?? unwritten(slug)
}

function unwritten(slug: string): PageValues | undefined {
  const empty = { description: null, footer_group: null, body: null, body_after: null }
  if (slug === IMPRINT) return { ...empty, title: 'Imprint', footer_group: 'LEGAL' }
  return isBuiltIn(slug) ? { ...empty, title: originalOf(slug).title } : undefined
}

type Change = { actor: string; slug: string; version: string }

/** Saves and publishes a page. `isNew` for one that must not exist yet. */
export async function savePage({ actor, slug, version }: Change, values: PageValues, isNew = false) {
  const write = async (trx: Trx) => {
    const row = { ...values, author_id: actor, saved_at: sql<Date>`now()` }
    await trx
      .insertInto('pages')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
      .execute()
    return { id: slug }
  }
  return saveAudited({
    actor,
    entity: 'page',
    id: isNew ? undefined : slug,
    version,
    values,
    label: values.title,
    // Of two saves at once, the second sees what the first wrote.
    lock: (trx) => sql`lock table pages in share row exclusive mode`.execute(trx),
    find: (trx) => findValues(trx, slug),
    check: async (trx, before) => (before ? undefined : checkNew(trx, slug)),
    insert: write,
    update: write,
    taken: {},
  })
}

async function checkNew(trx: Trx, slug: string): Promise<SaveError | undefined> {
  if (await findValues(trx, slug)) {
    return { status: 400, fieldErrors: { slug: ['There is already a page with this URL.'] } }
  }
  const pages = await trx.selectFrom('pages').select('slug').execute()
  const own = new Set([IMPRINT, ...pages.map((page) => page.slug).filter((slug) => !isBuiltIn(slug))])
  return own.size < PAGE_LIMITS.pages
    ? undefined
    : { status: 400, formErrors: [`${PAGE_LIMITS.pages} pages are the most.`] }
}

/** Gives a page of the program its original text again; the imprint is not published any more. */
export async function restoreOriginal(change: Change) {
  const original = unwritten(change.slug)
  return original && savePage(change, original)
}

/** Removes a page under /pages. */
export async function removePage(actor: string, slug: string) {
  return removeAudited({
    actor,
    entity: 'page',
    id: slug,
    find: async (trx) => (unwritten(slug) ? undefined : (await findValues(trx, slug))?.title),
    remove: (trx) => trx.deleteFrom('pages').where('slug', '=', slug).execute(),
  })
}

/** The stored text as lines that can be read beside one that was not saved, and who stored it. */
export async function findStoredText(slug: string) {
  const [values, stored] = await Promise.all([
    findValues(db, slug),
    db
      .selectFrom('pages')
      .leftJoin('profiles', 'profiles.id', 'author_id')
      .select('saved_at')
      .select((eb) => eb.fn.coalesce('profiles.name', 'profiles.email').as('author'))
      .where('slug', '=', slug)
      .executeTakeFirst(),
  ])
  return { author: stored?.author ?? null, saved_at: stored?.saved_at ?? null, text: textOf(slug, values) }
}

/** What the editor of a page begins with: its text, or the one that comes with the program. */
export function editedTexts(slug: string, { body, body_after }: PageValues) {
  const isOriginal = body === null && body_after === null
  return { body: isOriginal && isBuiltIn(slug) ? originalOf(slug).text : body, body_after }
}

/** Everything that readers see of a page. */
function textOf(slug: string, values: PageValues | undefined) {
  if (!values) return ''
  const { title, description, footer_group } = values
  const { body, body_after } = editedTexts(slug, values)
  return [
    `Title: ${title}`,
    ...(description === null ? [] : [`Description: ${description}`]),
    ...(footer_group === null ? [] : [`Footer: ${FOOTER_GROUPS[footer_group]}`]),
    '',
    ...[body, body_after].flatMap((text) => (text ? [text, ''] : [])),
  ].join('\n')
}
