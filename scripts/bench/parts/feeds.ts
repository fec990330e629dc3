import { findFreePort } from '../../database/embedded-server'
import { startSite } from '../load/site'
import { memoryOf, watchMemory } from '../measure/memory'
import type { Measurement } from '../report'

/** The limit for the process's growth while it sends a file. */
const GROWTH_MB = 120

/** Downloads the feeds, the sitemap and the CSV file, and measures the peak memory of the process meanwhile. */
export async function measureFeeds(databaseUrl: string): Promise<Measurement[]> {
  const port = await findFreePort()
  const app = await startSite({ port, databaseUrl })
  try {
    const measurements: Measurement[] = []
    for (const path of ['/deals.rss', '/deals.json?sort=rating', '/changes.rss?kind=PRICE', '/sitemap.xml']) {
      measurements.push(await download(port, path))
    }
    const index = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text()
    const parts = [...index.matchAll(/part=(\d+)/g)].map(([, part]) => Number(part))
    if (parts.length > 0) measurements.push(await download(port, `/sitemap.xml?part=${parts.at(-1)}`))
    measurements.push(await download(port, '/deals.csv'), await download(port, '/deals.csv', 5))
    return measurements
  } finally {
    await app.stop()
  }
}

/** @param pause milliseconds between two pieces, to simulate a slow reader */
async function download(port: number, path: string, pause = 0): Promise<Measurement> {
  const before = memoryOf(`PORT=${port}`)
  let [bytes, first] = [0, 0]
  const start = performance.now()
  const stopWatching = watchMemory(`PORT=${port}`)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  const reader = answer.body!.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    first ||= performance.now() - start
    bytes += piece.value.length
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const growth = stopWatching() - before
  return {
    what: pause > 0 ? `${path}, slow reader` : path,
    ours: `${answer.status}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, first after ${first.toFixed(0)} ms, +${growth.toFixed(0)} MB`,
    goal: `memory +${GROWTH_MB} MB at most`,
    isMet: answer.status === 200 && growth <= GROWTH_MB,
  }
}
