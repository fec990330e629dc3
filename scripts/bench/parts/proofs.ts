import { randomBytes } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import sharp from 'sharp'
import { findFreePort } from '../../database/embedded-server'
import { signInPeople } from '../data/people'
import { measureReaders } from '../load/readers'
import { startSite } from '../load/site'
import { memoryOf, watchMemory } from '../measure/memory'
import type { Measurement } from '../report'

const AT_ONCE = 20
const SECONDS = 10
const MAX_BYTES = 5 * 1_024 * 1_024
/** The limit for the growth of the web process. */
const GROWTH_MB = 60

type Sent = { name: string; type: string; bytes: Buffer }

/** Proofs of purchases that many members send at once: memory of the web process, and readers meanwhile. */
export async function measureProofs(databaseUrl: string): Promise<Measurement[]> {
  const files = { photos: await makePhoto(), 'pictures of 49 megapixels': await makeLargest(), 'PDF files': makePdf() }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const measured: Measurement[] = []
  try {
    for (const [what, file] of Object.entries(files))
      measured.push(...(await measureFile(databaseUrl, client, what, file)))
    return measured
  } finally {
    await client.end()
  }
}

/** With a server of its own: what one file leaves in the memory must not hide what the next one needs. */
async function measureFile(databaseUrl: string, client: pg.Client, what: string, file: Sent): Promise<Measurement[]> {
  const port = await findFreePort()
  const app = await startSite({ port, databaseUrl })
  const site = new URL(`http://127.0.0.1:${port}/`)
  const read = (seconds: number) => measureReaders(new URL('/deals', site), seconds)
  try {
    const cookies = await signInPeople(client, AT_ONCE)
    const { rows } = await client.query('select slug from deals where published order by created_at desc limit 100')
    await read(2)
    const idle = await read(SECONDS)
    const [idleMemory, largest] = [memoryOf(`PORT=${port}`), watchMemory(`PORT=${port}`)]

    const form = formWith(file)
    const end = performance.now() + SECONDS * 1_000
    const sendAll = async () => {
      let sent = 0
      for (const { slug } of rows) {
        if (performance.now() > end) break
        await Promise.all(cookies.map((cookie) => send(site, slug, cookie, form)))
        sent += AT_ONCE
      }
      return sent
    }
    const start = performance.now()
    const [sent, busy] = await Promise.all([sendAll(), read(SECONDS)])
    const seconds = (performance.now() - start) / 1_000
    const grown = largest() - idleMemory
    const ratio = busy.p99 / idle.p99
    const size = `${(file.bytes.length / 1_024 / 1_024).toFixed(1)} MB`
    return [
      {
        what: `${what} of ${size}, ${AT_ONCE} at once: memory of the web process`,
        ours: `+${grown.toFixed(0)} MB, ${sent} in ${seconds.toFixed(0)} s`,
        floor: `${idleMemory.toFixed(0)} MB idle`,
        goal: `+${GROWTH_MB} MB at most`,
        isMet: grown <= GROWTH_MB,
      },
      {
        what: '/deals p99 meanwhile',
        ours: `${busy.p99.toFixed(1)} ms`,
        floor: `${idle.p99.toFixed(1)} ms idle`,
        ratio,
        goal: '<= 2',
        isMet: ratio <= 2,
      },
    ]
  } finally {
    await app.stop()
  }
}

/**
 * Written by hand and sent as one buffer, so that sending takes no time from the readers in the same process.
 *
 * @throws when the review or its file is refused
 */
function send(site: URL, slug: string, cookie: string, body: Buffer) {
  return new Promise<void>((resolve, reject) => {
    const headers = { Cookie: cookie, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    const request = http.request(new URL(`/deals/${slug}?index`, site), { method: 'POST', headers })
    request.once('error', reject).once('response', (response) => {
      const refused = () => reject(new Error(`A proof was refused with ${response.statusCode}.`))
      response.resume().once('error', reject)
      response.once('end', () => (response.statusCode === 303 ? resolve() : refused()))
    })
    request.end(body)
  })
}

const BOUNDARY = 'bench-of-proofs'
const REVIEW = { rating: '4', title: 'Good value', body: 'Paid once, used daily.', bought_on: '2026-03-14' }

function formWith({ name, type, bytes }: Sent) {
  const part = (field: string, more: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${more}\r\n\r\n`
  const fields = Object.entries(REVIEW).map(([field, value]) => `${part(field, '')}${value}\r\n`)
  const file = part('proof', `; filename="${name}"\r\nContent-Type: ${type}`)
  return Buffer.concat([Buffer.from(fields.join('') + file), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/** 12 megapixels with grain, as a phone takes it, of nearly the size that is allowed. */
async function makePhoto(): Promise<Sent> {
  const [width, height] = [4_000, 3_000]
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const
  const raw = await sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    .raw()
    .toBuffer()
  const photo = sharp(raw, { raw: { width, height, channels: 3 } })
  for (let quality = 95; quality > 5; quality -= 5) {
    const bytes = await photo.clone().jpeg({ quality }).toBuffer()
    if (bytes.length <= MAX_BYTES) return { name: 'photo.jpg', type: 'image/jpeg', bytes }
  }
  throw new Error('No photo of this size can be made.')
}

/** Nearly the most pixels that are allowed, in a format that is decoded as a whole. */
async function makeLargest(): Promise<Sent> {
  const create = { width: 7_000, height: 7_000, channels: 3, background: 'navy' } as const
  const bytes = await sharp({ create }).webp({ quality: 50, effort: 0 }).toBuffer()
  return { name: 'large.webp', type: 'image/webp', bytes }
}

function makePdf(): Sent {
  const [start, end] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')]
  const filling = randomBytes(MAX_BYTES - start.length - end.length)
  return { name: 'order.pdf', type: 'application/pdf', bytes: Buffer.concat([start, filling, end]) }
}
