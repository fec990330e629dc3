import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import {
  acquireDecoder,
  decodePicture,
  pictureFormat,
  readStart,
  UndecodableError,
} from '~/features/catalog/pictures/decode-picture.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit, LIMITS } from '~/features/people/limits/limits.server'
import { setParsedForm } from '~/http/forms.server'
import { isMultipart, type ReceivedFile, receiveForm, uploadPath } from '~/http/multipart.server'
import { PROOF_MAX_BYTES, PROOF_MAX_SIDE, PROOF_NAME_MAX, PROOF_TYPES, tooLargeText } from './proof'

/** The review form has 8 fields. */
const PARTS_MAX = 20

/** A checked file with its name, to be stored. */
export type NewProof = CheckedFile & { file_name: string }

type ProofUpload = Pick<ReceivedFile, 'isTooLarge' | 'bytes'> & { path: string; name: string; hasMore: boolean }

/** The file of a form. It waits on the disk, so that many uploads at once take little more memory than one. */
type ReceivedProof = AsyncDisposable & { upload?: ProofUpload }

/**
 * Reads a review form that may come with a file. The fields are then read with `readForm`, as those of any form. Disposing
 * deletes the file.
 */
export async function receiveProof(request: Request): Promise<ReceivedProof> {
  if (!isMultipart(request)) return { async [Symbol.asyncDispose]() {} }
  const path = uploadPath(`${randomUUID()}.proof`)
  const form = { name: 'proof', path, maxBytes: PROOF_MAX_BYTES, partsMax: PARTS_MAX }
  const { fields, file, hasMore } = await receiveForm(request, form)
  const upload = file && { ...file, name: nameOf(file), path, hasMore }
  // A form that comes back with errors says which file it has lost.
  if (upload) fields.set('proof_name', upload.name)
  setParsedForm(request, fields)
  return { upload, [Symbol.asyncDispose]: () => fs.promises.rm(path, { force: true }) }
}

/** Why a file is refused without decoding it. */
export async function findProofRefusal(upload: ProofUpload | undefined) {
  if (!upload) return undefined
  if (upload.hasMore) return 'Choose one file only.'
  if (upload.isTooLarge) return tooLargeText(upload.name)
  if (upload.bytes === 0) return `${upload.name} is empty. Choose another file.`
  return (await findFileType(upload.path)) ? undefined : WRONG_TYPE
}

const BUSY = 'We are processing many files right now. Try again in a minute.'

/** A decoded file, or why it is refused. Disposing lets the next file be decoded. */
type CheckedProof = Disposable & { proof?: NewProof; refusal?: string }

/**
 * Decodes a file. That takes time and memory, so it comes after the checks of the other fields, and one file is in memory
 * at a time: until the returned one is disposed, others wait.
 */
export async function checkProof(upload: ProofUpload | undefined, userId: string): Promise<CheckedProof> {
  if (!upload) return refuse(undefined)
  const limit = await refuseAtLimit(userId)
  if (limit) return refuse(limit)
  const slot = await acquireDecoder()
  if (!slot) return refuse(BUSY)
  try {
    return { ...slot, proof: { file_name: upload.name, ...(await checkProofFile(upload.path)) } }
  } catch (error) {
    slot[Symbol.dispose]()
    if (error instanceof RefusedFile) return refuse(error.message)
    throw error
  }
}

const refuse = (refusal: string | undefined): CheckedProof => ({ refusal, [Symbol.dispose]() {} })

/** Also for files that are refused: decoding them takes as long. */
async function refuseAtLimit(userId: string) {
  const wait = await consumeRateLimit('proof of account', userId)
  const { points } = LIMITS['proof of account']
  return wait && `You can send ${points} files a day. Try again in ${formatWait(wait)}.`
}

/** The last part of the name, without what cannot be seen or turns the text around. */
function nameOf({ name }: ReceivedFile) {
  const last = name.split(/[/\\]/).at(-1)!
  const plain = last.replace(/[\p{C}\u2028\u2029]/gu, '').trim()
  return [...plain].slice(-PROOF_NAME_MAX).join('') || 'file'
}

/** The file as it is kept. */
type CheckedFile = { media_type: 'image/webp' | 'application/pdf'; content: Buffer }

/** The file is not accepted; the message tells the member why. */
export class RefusedFile extends Error {}

const WRONG_TYPE = `This is not a ${PROOF_TYPES} file, even if its name says so.`

/** What a file is by its first bytes. */
async function findFileType(file: string): Promise<'pdf' | 'picture' | undefined> {
  const start = await readStart(file)
  if (start.startsWith('%PDF-')) return 'pdf'
  const format = pictureFormat(start)
  return format && format !== 'gif' ? 'picture' : undefined
}

/**
 * Checks a file by what it holds, whatever its name and declared type say. A picture is decoded and encoded again: nothing
 * but its pixels is kept, at most 1,600 a side. A PDF is kept as it is, and only ever downloaded.
 *
 * @throws RefusedFile
 */
export async function checkProofFile(file: string): Promise<CheckedFile> {
  switch (await findFileType(file)) {
    case 'pdf':
      return checkPdf(file)
    case 'picture':
      return { media_type: 'image/webp', content: await drawAgain(file) }
    default:
      throw new RefusedFile(WRONG_TYPE)
  }
}

/** A file that ends as something else than a PDF is two files in one. */
async function checkPdf(file: string): Promise<CheckedFile> {
  const content = await fs.promises.readFile(file)
  if (!/%%EOF\s*$/.test(content.subarray(-1_024).toString('latin1'))) {
    throw new RefusedFile('This PDF is broken or cut off. Save it again, or send a picture of it.')
  }
  if (content.includes('/Encrypt')) {
    throw new RefusedFile('This PDF has a password or restrictions. Save it without them, or send a picture of it.')
  }
  return { media_type: 'application/pdf', content }
}

const REFUSALS: Record<UndecodableError['reason'], string> = {
  animated: 'This picture is animated. Choose a still one.',
  large: 'This picture has too many pixels. Choose one of up to 50 megapixels.',
  broken: 'This picture is broken and could not be read. Save it again, or take another one.',
}

async function drawAgain(file: string): Promise<Buffer> {
  const box = { width: PROOF_MAX_SIDE, height: PROOF_MAX_SIDE }
  try {
    const { files } = await decodePicture(file, { boxes: [box], quality: 85, isStill: true })
    // The database has the same limit.
    if (files[0]!.length <= PROOF_MAX_BYTES) return files[0]!
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error
    throw new RefusedFile(REFUSALS[error.reason])
  }
  throw new RefusedFile(REFUSALS.broken)
}
