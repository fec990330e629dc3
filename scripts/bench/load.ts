import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../system-program'

/** Times are in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number }

const CONNECTIONS = 16
const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/**
 * Asks a server on this machine for one address over 16 kept-open connections, one request at a time on each. By wrk, which costs little: the client shares the machine with what it measures.
 *
 * @throws when an answer is neither 200 nor 304, or wrk cannot be had
 */
export async function measureLoad(
  url: URL,
  seconds: number,
  { encoding = 'identity', headers = [] as string[] } = {},
): Promise<Load> {
  const all = [`Accept-Encoding: ${encoding}`, 'User-Agent: bench', ...headers]
  await assertAnswers(url, all)
  const options = ['--threads=1', `--connections=${CONNECTIONS}`, `--duration=${seconds}s`, '--latency']
  const named = all.flatMap((header) => ['--header', header])
  const { stdout } = await promisify(execFile)(findWrk(), [...options, ...named, url.href])
  const trouble = /Non-2xx or 3xx responses: \d+|Socket errors: .+/.exec(stdout)
  if (trouble) throw new Error(trouble[0])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
    p50: readTime(stdout, '50%'),
    p99: readTime(stdout, '99%'),
  }
}

/** wrk takes a redirect for a page. */
async function assertAnswers(url: URL, headers: string[]) {
  const pairs = headers.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])
  const answer = await fetch(url, { headers: pairs, redirect: 'manual' })
  await answer.arrayBuffer()
  if (![200, 304].includes(answer.status)) throw new Error(`${url.pathname} was answered with ${answer.status}`)
}

function readTime(report: string, share: string) {
  const [, value, unit] = new RegExp(`^ +${share} +([\\d.]+)(us|ms|s|m)$`, 'm').exec(report)!
  return Number(value) * MILLISECONDS[unit as keyof typeof MILLISECONDS]
}

let wrk: string | undefined

function findWrk() {
  wrk ??= findProgram({ names: ['wrk'], packages: ['wrk'] })
  if (wrk) return wrk
  throw new Error('The benchmark needs wrk. Install it (Debian: apt-get install wrk; macOS: brew install wrk).')
}
