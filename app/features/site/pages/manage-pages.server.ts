import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import type { FooterGroup } from '~/db/schema'
import { fingerprint, removeAudited, type SaveError, saveAudited } from '~/features/people/audit/audited-rows.server'
import { originalOf } from './originals.server'
import { compareLines, describeDifference } from './page-difference.server'
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

/** The newest version of a page; without one a page of the program as it is before the first edit. */
export async function findManagedPage(slug: string) {
  const values = await findValues(db, slug)
  return values && { ...values, version: fingerprint(values) }
}

async function findValues(executor: Executor, slug: string): Promise<PageValues | undefined> {
  const newest = await executor
    .selectFrom('page_versions')
    .select(FIELDS)
    .where('slug', '=', slug)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? unwritten(slug)
}

function unwritten(slug: string): PageValues | undefined {
  const empty = { description: null, footer_group: null, body: null, body_after: null }
  if (slug === IMPRINT) return { ...empty, title: 'Imprint', footer_group: 'LEGAL' }
  return isBuiltIn(slug) ? { ...empty, title: originalOf(slug).title } : undefined
}

type Change = { actor: string; slug: string; version: string }

/** Adds a version. `isNew` for a page that must not exist yet. */
export async function savePage({ actor, slug, version }: Change, values: PageValues, isNew = false) {
  const addVersion = async (trx: Trx) => {
    await trx
      .insertInto('page_versions')
      .values({ ...values, slug, author_id: actor })
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
    // Two saves at once would both add a version to the one that they were made from.
    lock: (trx) => sql`lock table page_versions in share row exclusive mode`.execute(trx),
    find: (trx) => findValues(trx, slug),
    check: async (trx, before) => (before ? undefined : checkNew(trx, slug)),
    insert: addVersion,
    update: addVersion,
    taken: {},
  })
}

async function checkNew(trx: Trx, slug: string): Promise<SaveError | undefined> {
  if (await findValues(trx, slug)) {
    return { status: 400, fieldErrors: { slug: ['There is already a page with this URL.'] } }
  }
  const pages = await trx.selectFrom('page_versions').select('slug').distinct().execute()
  const own = new Set([IMPRINT, ...pages.map((page) => page.slug).filter((slug) => !isBuiltIn(slug))])
  return own.size < PAGE_LIMITS.pages
    ? undefined
    : { status: 400, formErrors: [`${PAGE_LIMITS.pages} pages are the most.`] }
}

/** Gives a page of the program its original text again, as a new version; the imprint is not published any more. */
export async function restoreOriginal(change: Change) {
  const original = unwritten(change.slug)
  return original && savePage(change, original)
}

/** Makes an earlier version the newest. */
export async function restoreVersion(change: Change, id: number) {
  const earlier = await db
    .selectFrom('page_versions')
    .select(FIELDS)
    .where('slug', '=', change.slug)
    .where('id', '=', id)
    .executeTakeFirst()
  return earlier && savePage(change, earlier)
}

/** Removes a page under /pages with all its versions. */
export async function removePage(actor: string, slug: string) {
  return removeAudited({
    actor,
    entity: 'page',
    id: slug,
    find: async (trx) => (unwritten(slug) ? undefined : (await findValues(trx, slug))?.title),
    remove: (trx) => trx.deleteFrom('page_versions').where('slug', '=', slug).execute(),
  })
}

const VERSIONS = 30

/** The newest versions of a page, each with its difference to the one before. */
export async function listPageVersions(slug: string) {
  const rows = await db
    .selectFrom('page_versions')
    .leftJoin('profiles', 'profiles.id', 'author_id')
    .select(['page_versions.id', 'page_versions.created_at'])
    .select((eb) => eb.fn.coalesce('profiles.name', 'profiles.email').as('author'))
    .select(FIELDS.map((field) => `page_versions.${field}` as const))
    .where('slug', '=', slug)
    .orderBy('page_versions.id', 'desc')
    .limit(VERSIONS + 1)
    .execute()
  const texts = [...rows.map((row) => versionText(slug, row)), versionText(slug, unwritten(slug))]
  return rows.slice(0, VERSIONS).map(({ id, author, created_at, body, body_after }, index) => {
    const lines = compareLines(texts[index + 1]!, texts[index]!)
    const written = { created_at, has_body: body !== null, has_body_after: body_after !== null }
    return { id, author, ...written, lines, summary: describeDifference(lines) }
  })
}

/** What differs between the stored page and one that was not saved, and who stored it. */
export async function compareWithStored(slug: string, values: PageValues) {
  const [stored, [newest]] = await Promise.all([findValues(db, slug), listPageVersions(slug)])
  const lines = compareLines(versionText(slug, stored), versionText(slug, values))
  return { author: newest?.author ?? null, created_at: newest?.created_at ?? null, lines }
}

/** What the editor of a page begins with: its text, or the one that comes with the program. */
export function editedTexts(slug: string, { body, body_after }: PageValues) {
  const isOriginal = body === null && body_after === null
  return { body: isOriginal && isBuiltIn(slug) ? originalOf(slug).text : body, body_after }
}

/** Everything that readers see of a version, as lines to be compared. */
function versionText(slug: string, values: PageValues | undefined) {
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
