import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { holdsTerms, resolveTerms, splitWords } from '~/db/search-terms.server'
import { SEARCH_TEXT, TITLE_AND_VENDOR } from './find-deals.server'

/** The number of deals that are searched for similar words or titles. */
const CANDIDATES = 2_000
/** The least share of common trigrams (0 to 1) for a title to be suggested. */
const MIN_SIMILARITY = 0.3

/**
 * The search text with each unknown word replaced by the nearest known one: "vidoe editor" becomes "video editor".
 * Undefined when no word is near enough, or when every word occurs and only their combination does not.
 */
export async function suggestSearch(q: string): Promise<string | undefined> {
  const words = splitWords(q).slice(0, 6)
  const nearest = await Promise.all(words.map(async (word) => ((await occurs(word)) ? word : findNearestWord(word))))
  if (nearest.some((word) => word === undefined)) return undefined
  const suggestion = nearest.map((word) => (/\s/.test(word!) ? `"${word}"` : word)).join(' ')
  if (suggestion === words.join(' ')) return undefined
  return (await occurs(suggestion)) ? suggestion : undefined
}

/** The published titles most similar to `q`, at most 3. */
export async function suggestTitles(q: string) {
  const text = [...q].slice(0, 40).join('')
  const found = await Promise.all(wordParts(text).map((part) => findTitles(part, text)))
  const titles = new Map(found.flat().map((deal) => [deal.slug, deal]))
  return [...titles.values()]
    .sort((a, b) => b.similarity - a.similarity || a.title.localeCompare(b.title, 'en'))
    .slice(0, 3)
    .map(({ slug, title }) => ({ slug, title }))
}

async function findTitles(part: string, q: string) {
  const similarity = sql<number>`similarity(fold_case(title), fold_case(${q}))`
  const hits = publishedDeals(await resolveTerms(`"${part}"`), TITLE_AND_VENDOR)
  return db
    .selectFrom(hits.select(['slug', 'title']).limit(CANDIDATES).as('hits'))
    .select(['slug', 'title', similarity.as('similarity')])
    .where(similarity, '>=', MIN_SIMILARITY)
    .orderBy('similarity', 'desc')
    .limit(3)
    .execute()
}

async function occurs(q: string) {
  const hit = await publishedDeals(await resolveTerms(q))
    .select('deals.id')
    .limit(1)
    .executeTakeFirst()
  return hit !== undefined
}

/**
 * The known word with the smallest edit distance, at most one letter in four and two in all; the commonest of these.
 */
async function findNearestWord(word: string): Promise<string | undefined> {
  const length = [...word].length
  if (length < 4 || length > 40) return undefined
  const parts = await Promise.all(wordParts(word).map(async (part) => (await resolveTerms(`"${part}"`))[0]!))
  const hits = publishedDeals([]).where(
    sql<boolean>`(${sql.join(
      parts.map((part) => holdsTerms(SEARCH_TEXT, [part])),
      sql` or `,
    )})`,
  )
  const distance = sql<number>`levenshtein_less_equal(word, fold_case(${word}), ${length < 5 ? 1 : 2})`
  const nearest = await db
    .selectFrom(hits.select('search_text').limit(CANDIDATES).as('hits'))
    .innerJoin(
      sql<{ word: string }>`regexp_split_to_table(search_text, '[^[:alnum:]]+')`.as<'words'>(sql`words(word)`),
      (join) => join.onTrue(),
    )
    .select(['word', distance.as('distance')])
    .where(sql<boolean>`length(word) between ${length - 2} and ${length + 2}`)
    .groupBy('word')
    .having(distance, '<=', length < 5 ? 1 : 2)
    .orderBy('distance')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('word')
    .executeTakeFirst()
  return nearest?.word
}

function publishedDeals(terms: Awaited<ReturnType<typeof resolveTerms>>, text = SEARCH_TEXT) {
  return db
    .selectFrom('deals')
    .where('deals.published', '=', true)
    .where('deals.is_current', '=', true)
    .where(holdsTerms(text, terms))
}

/** Parts of three letters or more, of which at least one has no typo when the word has few. */
function wordParts(text: string): string[] {
  const letters = [...text.trim()]
  if (letters.length < 3) return []
  const middle = Math.floor(letters.length / 2) - 1
  return [
    ...new Set(
      [letters.slice(0, 3), letters.slice(middle, middle + 3), letters.slice(-3)].map((part) => part.join('').trim()),
    ),
  ].filter((part) => [...part].length === 3)
}
