import { findProgram } from '../../system-program'
import { measureWithAutocannon } from './autocannon'
import { measureWithWrk } from './wrk'

/** Requests per second, and percentiles of the response time in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number }
export type LoadRequest = { url: URL; seconds: number; connections: number; headers: Record<string, string> }

const CONNECTIONS = 16

/**
 * Requests one URL of this machine over 16 keep-alive connections, one request at a time on each, with wrk or else with
 * autocannon.
 *
 * @throws for responses other than 200 and 304
 */
export async function measureLoad(
  url: URL,
  seconds: number,
  { encoding = 'identity', headers = {} as Record<string, string> } = {},
): Promise<Load> {
  const all = { 'Accept-Encoding': encoding, 'User-Agent': 'bench', ...headers }
  await assertAnswers(url, all)
  const request = { url, seconds, connections: CONNECTIONS, headers: all }
  const wrk = findWrk()
  return wrk ? measureWithWrk(wrk, request) : measureWithAutocannon(request)
}

/** "wrk" or "autocannon". Only measurements of the same tool can be compared. */
export const loadTool = () => (findWrk() ? 'wrk' : 'autocannon')

/** The load tools count a redirect as success. */
async function assertAnswers(url: URL, headers: Record<string, string>) {
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (![200, 304].includes(response.status)) throw new Error(`${url.pathname} responded with ${response.status}`)
}

let wrk: string | null | undefined

/** The path of wrk, which takes less CPU from the measured server than autocannon; null if it cannot be installed. */
function findWrk() {
  if (wrk === undefined) wrk = findProgram({ names: ['wrk'], packages: ['wrk'] }) ?? null
  return wrk
}
