import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { keepForm } from '~/http/forms.server'
import { isMultipart, type ReceivedFile, receiveForm, uploadPath } from '~/http/multipart.server'
import { Turns } from '~/http/turns'
import { PROOF_MAX_BYTES, PROOF_NAME_MAX, tooLargeText } from './proof'
import { type CheckedFile, checkProofFile, RefusedFile } from './proof-file.server'

/** The review form has 8 fields. */
const PARTS_MAX = 20

/** A file to be kept. */
export type NewProof = CheckedFile & { file_name: string }

/** What came with a form: nothing, a file, or why the file is refused. */
export type ReceivedProof = { proof?: NewProof; refusal?: string }

/** Files wait on the disk for their turn, so that many uploads at once take no more memory than one. */
const turns = new Turns()

/**
 * Reads a review form that may come with a file, and runs `work` with the checked file. The fields are read with
 * `readForm` as those of any form. Nothing is left of the file afterwards.
 */
export async function withReceivedProof<Answer>(
  request: Request,
  work: (received: ReceivedProof) => Promise<Answer>,
): Promise<Answer> {
  if (!isMultipart(request)) return work({})
  const path = uploadPath(`${randomUUID()}.proof`)
  const { fields, file, hasMore } = await receiveForm(request, {
    name: 'proof',
    path,
    maxBytes: PROOF_MAX_BYTES,
    partsMax: PARTS_MAX,
  })
  try {
    // A form that comes back with errors says which file it has lost.
    if (file) fields.set('proof_name', nameOf(file))
    keepForm(request, fields)
    if (!file) return await work({})
    if (hasMore) return await work({ refusal: 'Choose one file only.' })
    if (file.isTooLarge) return await work({ refusal: tooLargeText(nameOf(file)) })
    if (file.bytes === 0) return await work({ refusal: `${nameOf(file)} is empty. Choose another file.` })
    return await turns.take('proof', async () => work(await check(path, nameOf(file))))
  } finally {
    await fs.promises.rm(path, { force: true })
  }
}

async function check(path: string, file_name: string): Promise<ReceivedProof> {
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
