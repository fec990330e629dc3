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

/** A file to be kept. */
export type NewProof = CheckedFile & { file_name: string }

/** What came with a form. */
export type ReceivedProof = {
  /** Why the file is refused at first sight. */
  refusal?: string
  /**
   * Runs `store` with the file, once it has been checked, or with why it is refused. Decoding takes time and memory, so
   * it waits until the rest of the form is valid, and for the semaphore.
   */
  withFile<Answer>(store: (file: { proof?: NewProof; refusal?: string }) => Promise<Answer>): Promise<Answer>
}

/** Files wait on the disk, so that many uploads at once take little more memory than one. */
const semaphore = new KeyedSemaphore()
const QUEUE_TIMEOUT_MS = 30_000

/**
 * Reads a review form that may come with a file, and runs `work` with it. The fields are read with `readForm` as those of
 * any form. Nothing is left of the file on the disk afterwards.
 */
export async function withReceivedProof<Answer>(
  request: Request,
  userId: string,
  work: (received: ReceivedProof) => Promise<Answer>,
): Promise<Answer> {
  if (!isMultipart(request)) return work({ withFile: (store) => store({}) })
  const path = uploadPath(`${randomUUID()}.proof`)
  const form = { name: 'proof', path, maxBytes: PROOF_MAX_BYTES, partsMax: PARTS_MAX }
  const { fields, file, hasMore } = await receiveForm(request, form)
  try {
    // A form that comes back with errors says which file it has lost.
    if (file) fields.set('proof_name', nameOf(file))
    setParsedForm(request, fields)
    if (!file) return await work({ withFile: (store) => store({}) })
    return await work({
      refusal: await refuseAtSight(path, file, hasMore),
      withFile: async (store) => {
        const refusal = await refuseAtLimit(userId)
        if (refusal) return store({ refusal })
        const inTurn = async () => store(await check(path, nameOf(file)))
        return semaphore.run('proof', inTurn, { timeoutMs: QUEUE_TIMEOUT_MS }).catch((error) => {
          if (error instanceof QueueTimeoutError) return store({ refusal: BUSY })
          throw error
        })
      },
    })
  } finally {
    await fs.promises.rm(path, { force: true })
  }
}

const BUSY = 'Many files are being read just now. Send yours again in a minute.'

/** Also for files that are refused: decoding them takes as long. */
async function refuseAtLimit(userId: string) {
  const wait = await consumeRateLimit('proof of account', userId)
  const { points } = LIMITS['proof of account']
  return wait && `You can send ${points} files a day. Try again in ${formatWait(wait)}.`
}

async function refuseAtSight(path: string, file: ReceivedFile, hasMore: boolean) {
  if (hasMore) return 'Choose one file only.'
  if (file.isTooLarge) return tooLargeText(nameOf(file))
  if (file.bytes === 0) return `${nameOf(file)} is empty. Choose another file.`
  return (await findFileType(path)) ? undefined : WRONG_TYPE
}

async function check(path: string, file_name: string) {
  try {
    return { proof: { file_name, ...(await checkProofFile(path)) } }
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.message }
    throw error
  }
}

/** The last part of the name, without what cannot be seen or turns the text around. */
function nameOf({ name }: ReceivedFile) {
  const last = name.split(/[/\\]/).at(-1)!
  const plain = last.replace(/[\p{C}\u2028\u2029]/gu, '').trim()
  return [...plain].slice(-PROOF_NAME_MAX).join('') || 'file'
}
