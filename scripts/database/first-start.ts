import fs from 'node:fs'
import path from 'node:path'
import type { OpenDatabase } from './with-database'

/**
 * Fills a new embedded database with the demo content, once. The mark is set afterwards, so that the next start repeats
 * an interrupted one.
 *
 * @returns whether this start filled the database
 */
export async function fillOnFirstStart(database: OpenDatabase, { DATA_DIR, SEED_DEMO }: Settings) {
  const mark = path.join(DATA_DIR, 'first-start-done')
  if (!database.isEmbedded) return false
  const isFirst = !fs.existsSync(mark)
  if (!SEED_DEMO) {
    fs.writeFileSync(mark, '')
    return false
  }
  if (isFirst) {
    const { seedDemo } = await import('~/features/site/demo/seed-demo.server')
    await seedDemo()
    fs.writeFileSync(mark, '')
  }
  return isFirst
}

type Settings = { DATA_DIR: string; SEED_DEMO: boolean }
