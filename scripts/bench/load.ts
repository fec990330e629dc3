import { execFile } from 'node:child_process'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../system-program'

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

/** Requests per second, and percentiles of the response time in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number }
type LoadRequest = { url: URL; seconds: number; headers: Record<string, string> }

const CONNECTIONS = 16
const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/**
 * Requests one URL of this machine with wrk over 16 keep-alive connections, one request at a time on each.
 *
 * @throws for responses other than 200 and 304, and for connection errors
 */
export async function measureLoad(
  url: URL,
  seconds: number,
  { encoding = 'identity', headers = {} as Record<string, string> } = {},
): Promise<Load> {
  const all = { 'Accept-Encoding': encoding, 'User-Agent': 'bench', ...headers }
  await assertResponds(url, all)
  return measureWithWrk({ url, seconds, headers: all })
}

/** wrk counts a redirect as success. */
async function assertResponds(url: URL, headers: Record<string, string>) {
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (![200, 304].includes(response.status)) throw new Error(`${url.pathname} responded with ${response.status}`)
}

let wrk: string | undefined

/** Installs wrk where that is possible; false if there is none. */
export function hasWrk() {
  wrk ??= findProgram({ names: ['wrk'], packages: ['wrk'] })
  return wrk !== undefined
}

async function measureWithWrk({ url, seconds, headers }: LoadRequest): Promise<Load> {
  const options = ['--threads=1', `--connections=${CONNECTIONS}`, `--duration=${seconds}s`, '--latency']
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)(wrk!, [...options, ...fields, url.href])
  const error = /Non-2xx or 3xx responses: \d+|Socket errors: .+/.exec(stdout)
  if (error) throw new Error(error[0])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
    p50: readPercentile(stdout, '50%'),
    p99: readPercentile(stdout, '99%'),
  }
}

/** A line of the report such as "    99%    1.20ms", in milliseconds. */
function readPercentile(report: string, share: string) {
  const found = new RegExp(`^ +${share} +([\\d.]+)(us|ms|s|m) *$`, 'm').exec(report)
  if (!found) throw new Error(`wrk reported no time for ${share}.`)
  const [, value, unit] = found
  return Number(value) * MILLISECONDS[unit as keyof typeof MILLISECONDS]
}
