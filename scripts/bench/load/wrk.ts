import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Load, LoadRequest } from './http-load'

const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/** @throws for responses other than 2xx and 3xx, and for connection errors */
export async function measureWithWrk(
  program: string,
  { url, seconds, connections, headers }: LoadRequest,
): Promise<Load> {
  const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`, '--latency']
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
