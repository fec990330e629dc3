import { LRUCache } from 'lru-cache'
import { db } from '~/db/database.server'

const MEMORY_BYTES = 16 * 1024 * 1024

/** Files never change, so the popular ones stay in memory. Requests at the same time read a file once. */
const files = new LRUCache<string, Buffer>({
  maxSize: MEMORY_BYTES,
  sizeCalculation: ({ length }) => length,
  fetchMethod: readFile,
})

/** A file of a picture by its name, such as "1f…9c-480.webp". Undefined for any other. */
export async function findPictureFile(name: string): Promise<Buffer | undefined> {
  return /^[0-9a-f]{64}-(480|960|1440)\.webp$/.test(name) ? files.fetch(name) : undefined
}

/** The widest file stands for wider ones, which a small picture does not have. */
async function readFile(name: string) {
  const file = await db
    .selectFrom('picture_files')
    .innerJoin('pictures', 'pictures.id', 'picture_id')
    .select('content')
    .where('sha256', '=', name.slice(0, 64))
    .where('picture_files.width', '<=', Number.parseInt(name.slice(65), 10))
    .orderBy('picture_files.width', 'desc')
    .limit(1)
    .executeTakeFirst()
  return file?.content
}
