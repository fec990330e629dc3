import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { log } from '~/log.server'
import { PROOF_MAX_SIDE, PROOF_TYPES } from './proof'

/** A photo of a phone has up to 50 million pixels; decoded, each takes four bytes. */
const PIXELS_MAX = 50_000_000
const TIMEOUT_MS = 20_000
const OUTPUT_MAX = 5 * 1024 * 1024

/** The file as it is kept. */
export type CheckedFile = { media_type: 'image/webp' | 'application/pdf'; content: Buffer }

/** The file is not accepted; the message says why, for whoever chose it. */
export class RefusedFile extends Error {}

export const WRONG_TYPE = `This file is not a ${PROOF_TYPES} file, whatever its name says.`

/** What a file is by its first bytes. */
export async function findFileType(file: string): Promise<'pdf' | 'picture' | undefined> {
  const start = (await readStart(file)).toString('latin1')
  if (start.startsWith('%PDF-')) return 'pdf'
  const isPicture =
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('\xff\xd8\xff') ||
    (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP')
  return isPicture ? 'picture' : undefined
}

async function readStart(file: string) {
  await using handle = await fs.promises.open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16))
  return buffer.subarray(0, bytesRead)
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

const REFUSALS: Record<string, string> = {
  animated: 'This picture is animated. Choose one that stands still.',
  large: 'This picture has too many pixels. Choose one of up to 50 megapixels.',
}
const BROKEN = 'This picture is broken and could not be read. Save it again, or take another one.'

/** In another process, where a picture made to do harm finds neither secrets nor connections. */
async function drawAgain(file: string): Promise<Buffer> {
  const script = path.resolve('app/features/contributions/reviews/draw-picture.js')
  const args = [script, file, String(PROOF_MAX_SIDE), String(PIXELS_MAX)]
  const options = {
    encoding: 'buffer',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_MAX,
    env: { NODE_ENV: 'production' },
  } as const
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, content, said) => {
      if (!error && content.length > 0) return resolve(content)
      const why = said.toString()
      // Expected ones say why in one word.
      if (!/^(animated|large|broken)$/.test(why)) {
        log.error({ err: error, said: why.slice(0, 1_000) }, 'A picture could not be drawn again')
      }
      reject(new RefusedFile(REFUSALS[why] ?? BROKEN))
    })
  })
}
