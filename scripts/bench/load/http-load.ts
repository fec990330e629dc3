import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { findProgram } from '../../system-program'

/** Requests per second, and percentiles of the response time in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number }
type LoadRequest = { url: URL; seconds: number; headers: Record<string, string> }

const CONNECTIONS = 16
const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/**
 * Requests one URL of this machine over 16 keep-alive connections, one request at a time on each, with wrk or else with
 * autocannon, which takes more CPU from the measured server and counts whole milliseconds.
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
  const wrk = findWrk()
  const request = { url, seconds, headers: all }
  return wrk ? measureWithWrk(wrk, request) : measureWithAutocannon(request)
}

/** "wrk" or "autocannon". Only measurements of the same tool can be compared. */
export const loadTool = () => (findWrk() ? 'wrk' : 'autocannon')

/** The load tools count a redirect as success. */
async function assertResponds(url: URL, headers: Record<string, string>) {
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (![200, 304].includes(response.status)) throw new Error(`${url.pathname} responded with ${response.status}`)
}

let wrk: string | null | undefined

/** The path of wrk; null if it cannot be installed. */
function findWrk() {
  if (wrk === undefined) wrk = findProgram({ names: ['wrk'], packages: ['wrk'] }) ?? null
  return wrk
}

async function measureWithWrk(program: string, { url, seconds, headers }: LoadRequest): Promise<Load> {
  const options = ['--threads=1', `--connections=${CONNECTIONS}`, `--duration=${seconds}s`, '--latency']
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)(program, [...options, ...fields, url.href])
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
  const [, value, unit] = new RegExp(`^ +${share} +([\\d.]+)(us|ms|s|m)$`, 'm').exec(report)!
  return Number(value) * MILLISECONDS[unit as keyof typeof MILLISECONDS]
}

async function measureWithAutocannon({ url, seconds, headers }: LoadRequest): Promise<Load> {
  const result = await autocannon({ url: url.href, duration: seconds, connections: CONNECTIONS, headers, workers: 1 })
  const { statusCodeStats, errors, timeouts, requests, latency } = result
  const unexpected = Object.keys(statusCodeStats ?? {}).find((status) => !['200', '304'].includes(status))
  if (unexpected) throw new Error(`${url.pathname} responded with ${unexpected}`)
  if (errors + timeouts > 0) throw new Error(`Connection errors: ${errors}, timeouts: ${timeouts}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}
