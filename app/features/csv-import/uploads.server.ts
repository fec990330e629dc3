import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import Busboy from '@fastify/busboy'
import { env } from '~/env.server'
import { areSafeNames } from '~/http/field-names'
import { badRequest } from '~/http/responses.server'
import { MAX_FILE_MB } from './csv-import'

/** The form has one part, the file. */
const PARTS_MAX = 5

const folder = () => path.resolve(env.DATA_DIR, 'uploads')

export function uploadPath(importId: string) {
  return path.join(folder(), `${importId}.csv`)
}

export type Upload = { name: string; bytes: number; sha256: Buffer }

/** The file is over the limit. The received part is deleted. */
export class TooLarge extends Error {}

/**
 * Streams the field `file` of a multipart form to `uploadPath(importId)`. Undefined when no file was chosen.
 *
 * @throws TooLarge, or a 400 response for an incomplete or malformed form
 */
export async function receiveUpload(request: Request, importId: string): Promise<Upload | undefined> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '')) return undefined
  const file = uploadPath(importId)
  try {
    return await readUpload(request, file)
  } catch (error) {
    await fs.promises.rm(file, { force: true })
    if (error instanceof TooLarge || error instanceof Response) throw error
    throw badRequest('The upload was incomplete. Please try again.')
  }
}

async function readUpload({ headers, body }: Request, file: string) {
  const form = new Busboy({
    headers: { 'content-type': headers.get('Content-Type')! },
    limits: { parts: PARTS_MAX, headerPairs: 10, fieldSize: 1_000 },
  })
  const stop = new AbortController()
  const reject = () => stop.abort(badRequest('This form could not be read.'))
  const checkName = (name = '') => areSafeNames([name]) || reject()
  let incoming: Readable | undefined
  let upload: Promise<Upload> | undefined
  form.on('partsLimit', reject)
  form.on('field', checkName)
  form.on('file', (name, data, filename) => {
    // Without a listener, an incomplete body would end the process with an unhandled error event.
    data.on('error', () => {})
    checkName(name)
    if (upload || name !== 'file' || !filename) return data.resume()
    incoming = data
    upload = store(data, file).then((stored) => ({ name: filename, ...stored }))
    // An error of the file stops reading the form.
    upload.catch((error) => stop.abort(error))
  })
  try {
    // Canceling the body would close the connection before the response.
    const chunks = (body as NodeReadableStream).values({ preventCancel: true })
    await pipeline(chunks, form, { signal: stop.signal })
  } catch (error) {
    // The rest of the file will not arrive, so the upload has to end.
    incoming?.destroy()
    await upload?.catch(() => {})
    throw stop.signal.aborted ? stop.signal.reason : error
  }
  return upload
}

async function store(data: AsyncIterable<Uint8Array>, file: string) {
  await fs.promises.mkdir(folder(), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of data) {
      bytes += chunk.length
      if (bytes > MAX_FILE_MB * 1024 * 1024) throw new TooLarge(`The file is over ${MAX_FILE_MB} MB.`)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(counted(), fs.createWriteStream(file, { mode: 0o600 }))
  return { bytes, sha256: hash.digest() }
}

/** Deletes uploaded files older than a number of days, whose check never ran. */
export async function removeOldUploads(days: number) {
  const names = await fs.promises.readdir(folder()).catch(() => [])
  for (const name of names) {
    const file = path.join(folder(), name)
    // Another worker may have removed it meanwhile.
    const stats = await fs.promises.stat(file).catch(() => undefined)
    if (stats && stats.mtimeMs < Date.now() - days * 86_400_000) await fs.promises.rm(file, { force: true })
  }
}
