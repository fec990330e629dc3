import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { acquireDecoder, decodePicture, pictureFormat, readStart, UndecodableError } from './decode-picture.server'
import { PICTURE_MAX_BYTES, PICTURE_WIDTHS, PICTURE_PROBLEMS as PROBLEMS, type StoredPicture } from './picture'

/** A picture may be twice as high as wide; a higher one becomes narrower. */
const BOXES = PICTURE_WIDTHS.map((width) => ({ width, height: 2 * width }))
const COLUMNS = ['id', 'sha256', 'width', 'height'] as const

export type StoreResult = (StoredPicture & { id: string }) | { problem: string }

/**
 * Stores the picture of a file as WebP of three widths. Equal files are one picture, which is decoded once.
 *
 * @param timeoutMs how long to wait for other files that are decoded
 * @returns the picture, or why the file cannot be used
 */
export async function storePicture(file: string, timeoutMs?: number): Promise<StoreResult> {
  const { size } = await fs.promises.stat(file)
  if (size > PICTURE_MAX_BYTES) return { problem: PROBLEMS.tooLarge }
  const sha256 = await hashFile(file)
  const known = await findAsUsed(sha256)
  if (known) return known

  const start = await readStart(file, 1_024)
  if (!pictureFormat(start)) return { problem: isSvg(start) ? PROBLEMS.svg : PROBLEMS.unreadable }
  using decoder = await acquireDecoder(timeoutMs)
  if (!decoder) return { problem: PROBLEMS.busy }
  try {
    const { files, ...dimensions } = await decodePicture(file, { boxes: BOXES, quality: 80 })
    return await insertPicture({ sha256, ...dimensions }, files)
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error
    return { problem: error.reason === 'large' ? PROBLEMS.tooManyPixels : PROBLEMS.unreadable }
  }
}

async function hashFile(file: string) {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest('hex')
}

/** The 30 days of an unused picture begin again. */
async function findAsUsed(sha256: string) {
  return db
    .updateTable('pictures')
    .set({ unused_since: null })
    .where('sha256', '=', sha256)
    .returning(COLUMNS)
    .executeTakeFirst()
}

async function insertPicture(picture: StoredPicture, files: Buffer[]) {
  return inTransaction(async (trx) => {
    const stored = await trx
      .insertInto('pictures')
      .values(picture)
      // The same file may be stored twice at the same moment.
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ unused_since: null }))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('picture_files')
      .values(files.map((content, index) => ({ picture_id: stored.id, width: PICTURE_WIDTHS[index]!, content })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return stored
  })
}

/** For its own message: a text that has the element and is no page. */
function isSvg(start: string) {
  const text = start.toLowerCase()
  return text.includes('<svg') && !text.includes('<html') && !text.includes('<!doctype html')
}
