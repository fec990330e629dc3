import type pg from 'pg'

/** Trigrams follow LC_CTYPE, whatever the locale provider: without a UTF-8 one, other scripts have none. */
const UTF8_LOCALES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8']

/**
 * Makes an empty database whose LC_CTYPE knows letters of every script.
 *
 * @returns false where the platform has no such locale; then searches in other scripts are slower, and still right
 */
export async function createDatabase(client: pg.Client, name: string): Promise<boolean> {
  const create = `create database ${client.escapeIdentifier(name)} template template0`
  for (const locale of UTF8_LOCALES) {
    try {
      await client.query(`${create} lc_ctype ${client.escapeLiteral(locale)}`)
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== INVALID_LOCALE) throw error
    }
  }
  await client.query(create)
  return false
}

/** PostgreSQL's "wrong_object_type", which it also gives for a locale that the platform lacks. */
const INVALID_LOCALE = '42809'
