import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Requests per second. Few enough that a quiet server is idle most of the time. */
const RATE = 100

/**
 * Readers who request one URL of this machine at an even rate, whether the server keeps up or not. A response time counts
 * from the moment at which the request was due, so that a pause of the server delays all requests that fall into it.
 *
 * @returns the 99th percentile of the response time in milliseconds
 * @throws for responses other than 200
 */
export async function measureEvenReaders(url: URL, seconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true })
  const headers = { 'Accept-Encoding': 'identity', 'User-Agent': 'bench' }
  const taken: number[] = []
  const start = performance.now()
  const read = (due: number) =>
    new Promise<void>((resolve, reject) => {
      http
        .get(url, { agent, headers }, (response) => {
          if (response.statusCode !== 200) return reject(new Error(`${url.pathname} responded ${response.statusCode}`))
          response.resume().once('end', () => {
            taken.push(performance.now() - due)
            resolve()
          })
        })
        .once('error', reject)
    })
  const requests: Promise<void>[] = []
  for (let n = 0; n < seconds * RATE; n++) {
    const due = start + (n * 1_000) / RATE
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    requests.push(read(due))
  }
  await Promise.all(requests)
  agent.destroy()
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? Number.NaN
}
