import { brotliCompressSync, gzipSync } from 'node:zlib'
import { findFreePort } from '../../database/embedded-server'
import { startSite } from '../load/site'
import type { Measurement } from '../report'

const LIMITS = { JavaScript: 6_000, CSS: 15_000, HTML: 12_000 }

/** The bytes of each public page for a visitor: HTML, style sheets and scripts. Limits are for gzip. */
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
    return measurements
  } finally {
    await app.stop()
  }
}

function weigh(what: string, files: string[], limit: number): Measurement {
  const sum = (pack: (text: string) => { length: number }) => files.reduce((all, text) => all + pack(text).length, 0)
  const gzip = sum((text) => gzipSync(text))
  const raw = sum((text) => Buffer.from(text))
  const ours = `${raw} B raw, ${gzip} gzip, ${sum((text) => brotliCompressSync(text))} brotli`
  return { what, ours, goal: `gzip <= ${limit}`, isMet: gzip <= limit }
}
