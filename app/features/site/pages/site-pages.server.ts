import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { faqData } from '~/features/audience/seo/structured-data.server'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { formatDate } from '~/ui/local-date'
import { originalOf } from './originals.server'
import { plainPageText, renderPageText, splitAtQuestions } from './page-text.server'
import { FOOTER_GROUPS, hasQuestions, isBuiltIn, sitePagePath } from './site-page'

/** The pages that staff wrote, without their texts. */
export const listWrittenPages = memoizeByContentVersion(() =>
  db
    .selectFrom('pages')
    .select(['slug', 'title', 'footer_group', 'saved_at'])
    .select((eb) => [eb('body', 'is not', null).as('has_body'), eb('body_after', 'is not', null).as('has_body_after')])
    .orderBy('slug')
    .execute(),
)

/** The published pages that are not of the program: the imprint and those under /pages. */
async function listOwnPages() {
  return (await listWrittenPages()).filter(({ slug, has_body }) => has_body && !isBuiltIn(slug))
}

export async function listOwnPaths() {
  return (await listOwnPages()).map(({ slug }) => sitePagePath(slug))
}

let lastFooterLinks: Awaited<ReturnType<typeof readFooterLinks>> = []

/** The links that these pages add to the columns of the footer; while the database is down, the last ones. */
export async function listFooterLinks() {
  try {
    lastFooterLinks = await readFooterLinks()
  } catch (error) {
    if (classifyDbError(error) !== 'database') throw error
  }
  return lastFooterLinks
}

async function readFooterLinks() {
  return (await listOwnPages()).flatMap(({ slug, title, footer_group }) =>
    footer_group ? [{ head: FOOTER_GROUPS[footer_group], to: sitePagePath(slug), label: title }] : [],
  )
}

/**
 * What the page shows to readers: the text that staff wrote, or else the program's own.
 *
 * @throws a 404 for a page without a text
 */
export async function loadSitePage(slug: string) {
  const own = await withLoadFailure(() => findWritten(slug))
  const original = isBuiltIn(slug) ? originalOf(slug) : undefined
  if (!own && !original) throw notFound('Page')
  const text = own ? own.body : (original?.text ?? '')
  const title = own?.title ?? original?.title ?? ''
  const description = own?.description ?? original?.description ?? plainPageText(text ?? '')
  return {
    head: await describePage({ title, description, path: sitePagePath(slug) }),
    title,
    lead: own ? `Last updated ${formatDate(own.saved_at)}` : (original?.lead ?? ''),
    isOriginal: !own,
    after: renderPageText(own?.body_after ?? ''),
    ...renderText(slug, text ?? ''),
  }
}

async function findWritten(slug: string) {
  const page = await db
    .selectFrom('pages')
    .select(['title', 'description', 'body', 'body_after', 'saved_at'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  return page?.body || page?.body_after ? page : undefined
}

function renderText(slug: string, text: string) {
  if (!hasQuestions(slug)) return { html: renderPageText(text), questions: [] }
  const { intro, questions } = splitAtQuestions(text)
  const plain = questions.map(({ question, answer }) => ({ question, answer: plainPageText(answer) }))
  return {
    ...(slug === 'faq' && { structured: faqData(plain) }),
    html: renderPageText(intro),
    questions: questions.map(({ question, answer }) => ({ question, answer: renderPageText(answer) })),
  }
}
