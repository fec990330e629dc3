import fs from 'node:fs'
import path from 'node:path'
import type { OpenDatabase } from './with-database'

/**
 * Fills a new embedded database with the demo content, once. The mark is set when that is done, so that a first
 * start that was interrupted is made up for by the next. Later starts only see to it that its images are found.
 *
 * @returns whether it was filled now
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
    const { seedDemo } = await import('~/features/demo/seed-demo.server')
    await seedDemo()
    fs.writeFileSync(mark, '')
  } else {
    const { moveDemoImages } = await import('~/features/demo/demo-images.server')
    await moveDemoImages()
  }
  return isFirst
}

type Settings = { DATA_DIR: string; SEED_DEMO: boolean }
