import { brotliCompressSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { signInPeople } from '../data/people'
import { startSite } from '../load/site'
import type { Measurement } from '../report'

const LIMITS = { JavaScript: 6_000, CSS: 15_000, HTML: 12_000 }
const MEMBER_LIMIT = 45_000

/** The bytes of each public page for a visitor: HTML, style sheets and scripts; and of two for a member. Limits are for gzip. */
export async function measureBytes(databaseUrl: string, slug: string): Promise<Measurement[]> {
  const port = await findFreePort()
  const app = await startSite({ port, databaseUrl })
  try {
    const measurements: Measurement[] = []
    for (const page of ['/', '/deals', `/deals/${slug}`, '/categories', '/platforms']) {
      const read = async (address: string) => (await fetch(new URL(address, `http://127.0.0.1:${port}`))).text()
      const html = await read(page)
      const scripts = await Promise.all([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => read(src!)))
      const styles = [...html.matchAll(/<link[^>]* rel="stylesheet"[^>]*>/g)].map(
        ([tag]) => /href="([^"]+)"/.exec(tag)![1]!,
      )
      measurements.push(
        weigh(`${page} HTML`, [html], LIMITS.HTML),
        weigh(`${page} JavaScript`, scripts, LIMITS.JavaScript),
        weigh(`${page} CSS`, await Promise.all(styles.map(read)), LIMITS.CSS),
      )
    }
    const Cookie = await signInOne(databaseUrl)
    const readAsMember = async (address: string) =>
      (await fetch(new URL(address, `http://127.0.0.1:${port}`), { headers: { Cookie } })).text()
    for (const page of ['/deals', `/deals/${slug}`]) {
      // The data is in the document, too, and alone where the page is reached by a link.
      const files = await Promise.all([page, `${page}.data`].map(readAsMember))
      measurements.push(weigh(`${page} for a member, HTML and data`, files, MEMBER_LIMIT))
    }
    return measurements
  } finally {
    await app.stop()
  }
}

async function signInOne(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const [cookie] = await signInPeople(client, 1)
  await client.end()
  return cookie!
}

function weigh(what: string, files: string[], limit: number): Measurement {
  const sum = (pack: (text: string) => { length: number }) => files.reduce((all, text) => all + pack(text).length, 0)
  const gzip = sum((text) => gzipSync(text))
  const raw = sum((text) => Buffer.from(text))
  const ours = `${raw} B raw, ${gzip} gzip, ${sum((text) => brotliCompressSync(text))} brotli`
  return { what, ours, goal: `gzip <= ${limit}`, isMet: gzip <= limit }
}
