import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isMultipart, type ReceivedFile, receiveForm, uploadPath } from '~/http/multipart.server'
import { MAX_FILE_MB } from './csv-import'

/** The form has one part, the file. */
const PARTS_MAX = 5

export type Upload = Pick<ReceivedFile, 'name' | 'bytes' | 'sha256'>

/** The path of the file of an import. */
export const csvPath = (importId: string) => uploadPath(`${importId}.csv`)

/**
 * Streams the field `file` of a multipart form to `csvPath(importId)`. Undefined when no file was chosen.
 *
 * @throws a 400 response for an incomplete or malformed form
 */
export async function receiveUpload(request: Request, importId: string): Promise<ReceivedFile | undefined> {
  if (!isMultipart(request)) return undefined
  const field = {
    name: 'file',
    path: csvPath(importId),
    maxBytes: MAX_FILE_MB * 1024 * 1024,
    partsMax: PARTS_MAX,
  }
  return (await receiveForm(request, field)).file
}

/** Deletes the file of an import. */
export async function discardUpload(importId: string) {
  await fs.promises.rm(csvPath(importId), { force: true })
}

/** A file name for storage: the last 255 characters, without control and format characters. */
export function sanitizeFileName(name: string) {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...(plain || 'deals.csv')].slice(-255).join('')
}

export async function hashFile(file: string) {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest()
}
