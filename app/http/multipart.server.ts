import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import Busboy from '@fastify/busboy'
import { env } from '~/env.server'
import { areSafeNames } from './forms.server'
import { badRequest } from './responses.server'

/** Bytes of one text field: a description of a deal has up to 20,000 characters. */
const FIELD_MAX = 128 * 1024

export type ReceivedFile = {
  /** As its owner calls it; not to be trusted. */
  name: string
  /** Up to the limit. */
  bytes: number
  sha256: Buffer
  isTooLarge: boolean
}

type ReceivedForm = {
  fields: URLSearchParams
  file?: ReceivedFile
  /** More than one file came with the field; only the first is stored. */
  hasMore: boolean
}

type FileField = {
  name: string
  /** Where the file is stored. Bytes over the limit are received and dropped, so that the other fields can be read. */
  path: string
  maxBytes: number
  /** Of the whole form. */
  partsMax: number
}

/** The path of a received file, which `removeOldUploads` deletes some day. */
export const uploadPath = (name: string) => path.join(folder(), name)
/** The same for a new file, in a folder that exists. */
export async function makeUploadPath(name: string) {
  await makeFolder()
  return uploadPath(name)
}
const makeFolder = () => fs.promises.mkdir(folder(), { recursive: true, mode: 0o700 })
const folder = () => path.resolve(env.DATA_DIR, 'uploads')

export function isMultipart({ headers }: Request) {
  return /^multipart\/form-data\b/i.test(headers.get('Content-Type') ?? '')
}

/**
 * Reads a multipart form and streams the file of one field to a path. No file was chosen: `file` is undefined.
 *
 * @throws a 400 response for an incomplete or malformed form; nothing is left of the file then
 */
export async function receiveForm(request: Request, field: FileField): Promise<ReceivedForm> {
  try {
    return await readForm(request, field)
  } catch (error) {
    await fs.promises.rm(field.path, { force: true })
    if (error instanceof Response) throw error
    throw badRequest('The upload was incomplete. Please try again.')
  }
}

async function readForm({ headers, body }: Request, field: FileField) {
  const form = new Busboy({
    headers: { 'content-type': headers.get('Content-Type')! },
    limits: { parts: field.partsMax, headerPairs: 10, fieldSize: FIELD_MAX },
  })
  const stop = new AbortController()
  const reject = () => stop.abort(badRequest('This form could not be read.'))
  const checkName = (name = '') => areSafeNames([name]) || reject()
  const fields = new URLSearchParams()
  let incoming: Readable | undefined
  let upload: Promise<ReceivedFile> | undefined
  let hasMore = false
  form.on('partsLimit', reject)
  form.on('field', (name, value, isNameCut, isValueCut) => {
    checkName(name)
    if (isNameCut || isValueCut) reject()
    fields.append(name, value)
  })
  form.on('file', (name, data, filename) => {
    // Without a listener, an incomplete body would end the process with an unhandled error event.
    data.on('error', () => {})
    checkName(name)
    hasMore ||= upload !== undefined && Boolean(filename)
    if (upload || name !== field.name || !filename) return data.resume()
    incoming = data
    upload = store(data, field).then((stored) => ({ name: filename, ...stored }))
    // An error of the file stops reading the form.
    upload.catch((error) => stop.abort(error))
  })
  try {
    // Canceling the body would close the connection before the response.
    const chunks = (body as NodeReadableStream).values({ preventCancel: true })
    await pipeline(chunks, form, { signal: stop.signal })
    stop.signal.throwIfAborted()
  } catch (error) {
    // The rest of the file will not arrive, so the upload has to end.
    incoming?.destroy()
    await upload?.catch(() => {})
    throw stop.signal.aborted ? stop.signal.reason : error
  }
  return { fields, file: await upload, hasMore }
}

async function store(data: AsyncIterable<Uint8Array>, { path: file, maxBytes }: FileField) {
  await makeFolder()
  const hash = createHash('sha256')
  let bytes = 0
  let isTooLarge = false
  async function* counted() {
    for await (const chunk of data) {
      isTooLarge ||= bytes + chunk.length > maxBytes
      if (isTooLarge) continue
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(counted(), fs.createWriteStream(file, { mode: 0o600 }))
  if (isTooLarge) await fs.promises.rm(file, { force: true })
  return { bytes, sha256: hash.digest(), isTooLarge }
}

/** Deletes received files older than a number of days, whose forms were not sent again. */
export async function removeOldUploads(days: number) {
  const names = await fs.promises.readdir(folder()).catch(() => [])
  for (const name of names) {
    const file = path.join(folder(), name)
    // Another worker may have removed it meanwhile.
    const stats = await fs.promises.stat(file).catch(() => undefined)
    if (stats && stats.mtimeMs < Date.now() - days * 86_400_000) await fs.promises.rm(file, { force: true })
  }
}
