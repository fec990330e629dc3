import type pg from 'pg'

/** Trigrams depend on LC_CTYPE with any locale provider: without UTF-8, non-Latin scripts have none. */
const UTF8_LOCALES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8']

/**
 * Creates an empty database whose LC_CTYPE supports the letters of all scripts.
 *
 * @returns false if the platform has no such locale; searches in other scripts are then slower, but correct
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
