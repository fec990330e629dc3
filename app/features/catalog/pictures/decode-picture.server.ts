import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { KeyedSemaphore, QueueTimeoutError } from '~/http/keyed-semaphore'
import { log } from '~/log.server'

/** A photo of a phone has up to 50 million pixels; decoded, each takes four bytes. */
const PIXELS_MAX = 50_000_000
const TIMEOUT_MS = 20_000
const OUTPUT_MAX = 12 * 1024 * 1024

type Decoding = {
  /** The sizes to make, smallest first. A picture fits into each of them and is never enlarged. */
  boxes: { width: number; height: number }[]
  quality: number
  /** Refuses animated pictures. Otherwise their first frame is taken. */
  isStill?: boolean
}

/** Width and height are those of the original; the files are WebP. */
type DecodedPicture = { width: number; height: number; files: Buffer[] }

export class UndecodableError extends Error {
  constructor(readonly reason: 'animated' | 'large' | 'broken') {
    super(`The picture is ${reason}`)
  }
}

const semaphore = new KeyedSemaphore()
const QUEUE_TIMEOUT_MS = 30_000

/**
 * Waits until no other file is decoded or about to be stored, so that one is in memory at a time. Disposing lets the
 * next one be decoded.
 *
 * @returns undefined when that takes too long
 */
export async function acquireDecoder(timeoutMs = QUEUE_TIMEOUT_MS): Promise<Disposable | undefined> {
  return semaphore.acquire('decoder', { timeoutMs }).catch((error) => {
    if (!(error instanceof QueueTimeoutError)) throw error
    return undefined
  })
}

/** The first bytes of a file, by which its format is known whatever its name says. */
export async function readStart(file: string, bytes = 16) {
  await using handle = await fs.promises.open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes))
  return buffer.subarray(0, bytesRead).toString('latin1')
}

export function pictureFormat(start: string): 'png' | 'jpeg' | 'webp' | 'gif' | undefined {
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return /^GIF8[79]a/.test(start) ? 'gif' : undefined
}

const DECODER = path.resolve('app/features/catalog/pictures/decode-picture.js')

/**
 * Flags of Node that let a process read `file` and the libraries and nothing else, write nothing, and start neither
 * processes nor threads. They bind JavaScript only: libvips is native code, which Node cannot restrict (hence
 * --allow-addons). Node 24 cannot forbid connections either.
 */
export function permissionFlags(file: string) {
  const libraries = path.resolve('node_modules')
  const readable = new Set([DECODER, libraries, fs.realpathSync(libraries), path.resolve(file)])
  return [
    '--permission',
    '--allow-addons',
    // Warns about --allow-addons where the reason of a refusal is read.
    '--disable-warning=PERM0001',
    ...[...readable].map((readablePath) => `--allow-fs-read=${readablePath}`),
  ]
}

/**
 * Decodes a picture and encodes it again, so that nothing but its pixels is stored. It happens in another process
 * without the secrets and connections of this one and with few rights (`permissionFlags`). Call it with the decoder
 * acquired.
 *
 * @throws UndecodableError
 */
export async function decodePicture(file: string, decoding: Decoding): Promise<DecodedPicture> {
  const args = [...permissionFlags(file), DECODER, JSON.stringify({ file, pixels: PIXELS_MAX, ...decoding })]
  const options = {
    encoding: 'buffer',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_MAX,
    env: { NODE_ENV: 'production' },
  } as const
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, output, said) => {
      if (!error) return resolve(splitOutput(output))
      const why = said.toString()
      // Expected ones say why in one word.
      if (why === 'animated' || why === 'large' || why === 'broken') return reject(new UndecodableError(why))
      log.error({ err: error, said: why.slice(0, 1_000) }, 'A picture could not be decoded')
      reject(new UndecodableError('broken'))
    })
  })
}

const head = z.object({ width: z.int(), height: z.int(), bytes: z.array(z.int()) })

function splitOutput(output: Buffer): DecodedPicture {
  let end = output.indexOf('\n') + 1
  const { bytes, ...size } = head.parse(JSON.parse(output.subarray(0, end).toString()))
  const files = bytes.map((length) => {
    end += length
    return output.subarray(end - length, end)
  })
  return { ...size, files }
}
