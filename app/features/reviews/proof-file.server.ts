import fs from 'node:fs'
import sharp from 'sharp'
import { log } from '~/log.server'
import { PROOF_MAX_SIDE, PROOF_TYPES } from './proof'

/** A photo of a phone has up to 50 million pixels; decoded, each takes four bytes. */
const PIXELS_MAX = 50_000_000
const SECONDS_MAX = 20

// Of the many formats that the library reads, only these have ever to be decoded here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
// One picture at a time, on one thread, and nothing of it is kept.
sharp.concurrency(1)
sharp.cache(false)

/** The file as it is kept. */
export type CheckedFile = { media_type: 'image/webp' | 'application/pdf'; content: Buffer }

/** The file is not accepted; the message says why, for whoever chose it. */
export class RefusedFile extends Error {}

const WRONG_TYPE = `This file is not a ${PROOF_TYPES} file, whatever its name says.`

/**
 * Checks a file by what it holds, whatever its name and declared type say. A picture is decoded and encoded again: nothing
 * but its pixels is kept, at most 1,600 a side. A PDF is kept as it is, and only ever downloaded.
 *
 * @throws RefusedFile
 */
export async function checkProofFile(path: string): Promise<CheckedFile> {
  const start = await readStart(path)
  if (start.subarray(0, 5).toString('latin1') === '%PDF-') return checkPdf(path)
  if (!isPicture(start)) throw new RefusedFile(WRONG_TYPE)
  return encodePicture(path)
}

async function readStart(path: string) {
  await using file = await fs.promises.open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16))
  return buffer.subarray(0, bytesRead)
}

function isPicture(start: Buffer) {
  const text = start.toString('latin1')
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  )
}

/** A file that ends as something else than a PDF is two files in one. */
async function checkPdf(path: string): Promise<CheckedFile> {
  const content = await fs.promises.readFile(path)
  if (!/%%EOF\s*$/.test(content.subarray(-1_024).toString('latin1'))) {
    throw new RefusedFile('This PDF is broken or cut off. Save it again, or send a picture of it.')
  }
  if (content.includes('/Encrypt')) {
    throw new RefusedFile('This PDF has a password or restrictions. Save it without them, or send a picture of it.')
  }
  return { media_type: 'application/pdf', content }
}

async function encodePicture(path: string): Promise<CheckedFile> {
  try {
    const picture = sharp(path, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
    const { pages = 1 } = await picture.metadata()
    if (pages > 1) throw new RefusedFile('This picture is animated. Choose one that stands still.')
    const content = await picture
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize({ width: PROOF_MAX_SIDE, height: PROOF_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
    return { media_type: 'image/webp', content }
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    // What the library says is about its own parts, and of no use to a member.
    log.info({ err: error }, 'A proof could not be decoded')
    throw new RefusedFile(
      /pixel limit|exceeds/i.test(String(error))
        ? 'This picture has too many pixels. Choose one of up to 50 megapixels.'
        : 'This picture is broken and could not be read. Save it again, or take another one.',
    )
  }
}
