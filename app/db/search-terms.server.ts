import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'

/**
 * One word or quoted phrase of a search: its spellings in `fold_case`, of which one has to occur. Words of less than
 * three letters or digits in a row have no trigrams, so that the index of trigrams does not hold them.
 */
export type SearchTerm = { spellings: string[]; hasTrigrams: boolean }

/** The words of a search text; a quoted part counts as one word. A text of quotes alone is one word. */
export function splitWords(q: string): string[] {
  const words = [...q.matchAll(/"([^"]+)"|[^\s"]+/g)].map(([whole, quoted]) => (quoted ?? whole).trim())
  const distinct = [...new Set(words.filter((word) => word !== ''))]
  return distinct.length > 0 || q === '' ? distinct : [q]
}

/** The words of a search text, folded, with their English stems, in one round trip. */
export async function resolveTerms(q: string): Promise<SearchTerm[]> {
  const words = splitWords(q)
  if (words.length === 0) return []
  const { rows } = await sql<{ folded: string; stem: string | null; has_trigrams: boolean }>`
    select fold_case(word) as folded, (ts_lexize('english_stem', word))[1] as stem,
      cardinality(show_trgm(word)) > 0 as has_trigrams
    from unnest(${words}::text[]) word`.execute(db)
  return rows.map(({ folded, stem, has_trigrams }) => {
    const spellings = stem === null ? [folded] : spellingsOf(folded, stem)
    // LIKE uses trigrams of three letters or digits in a row. Where the locale knows only ASCII, show_trgm is empty.
    const hasTrigrams = has_trigrams && spellings.every((spelling) => /[\p{L}\p{N}]{3}/u.test(spelling))
    return { spellings, hasTrigrams }
  })
}

/**
 * The spellings that together match every English inflection of a word. The stem is a part of most of them ("edit" of
 * "editing"); where its last letter changes with the ending, each form is one ("categori", "category").
 */
function spellingsOf(word: string, stem: string): string[] {
  if (!/^[a-z]{4,}$/.test(word) || stem.length < 3) return [word]
  const forms = [word, stem]
  if (stem.endsWith('i')) forms.push(`${stem.slice(0, -1)}y`)
  if (stem.endsWith('e')) forms.push(stem.length > 4 ? stem.slice(0, -1) : `${stem.slice(0, -1)}ing`)
  // A spelling that contains another one is redundant.
  return [...new Set(forms)].filter((form) => !forms.some((other) => other !== form && form.includes(other)))
}

/** True where every term occurs in `text`, which is folded. */
export function holdsTerms(text: RawBuilder<unknown>, terms: SearchTerm[]): RawBuilder<SqlBool> {
  if (terms.length === 0) return sql`true`
  return sql.join(
    terms.map(({ spellings, hasTrigrams }) => {
      const held = spellings.map((spelling) =>
        // Without a trigram LIKE would read the whole index; with strpos the planner uses the ordered one.
        hasTrigrams ? sql`${text} like ${`%${escapeLike(spelling)}%`}` : sql`strpos(${text}, ${spelling}) > 0`,
      )
      return sql`(${sql.join(held, sql` or `)})`
    }),
    sql` and `,
  )
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
