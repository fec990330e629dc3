import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit, LIMITS } from '~/features/people/limits/limits.server'
import { setParsedForm } from '~/http/forms.server'
import { KeyedSemaphore, QueueTimeoutError } from '~/http/keyed-semaphore'
import { isMultipart, type ReceivedFile, receiveForm, uploadPath } from '~/http/multipart.server'
import { PROOF_MAX_BYTES, PROOF_NAME_MAX, tooLargeText } from './proof'
import { type CheckedFile, checkProofFile, findFileType, RefusedFile, WRONG_TYPE } from './proof-file.server'

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

const semaphore = new KeyedSemaphore()
const QUEUE_TIMEOUT_MS = 30_000
const BUSY = 'Many files are being read just now. Send yours again in a minute.'

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
  const slot = await semaphore.acquire('proof', { timeoutMs: QUEUE_TIMEOUT_MS }).catch((error) => {
    if (!(error instanceof QueueTimeoutError)) throw error
  })
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
