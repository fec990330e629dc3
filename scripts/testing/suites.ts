import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export type Tally = { passed: number; failed: number }

const root = path.resolve(import.meta.dirname, '../..')

/** A check that passes or fails as a whole. */
export function runCheck(name: string, command: string, args: string[]): Tally {
  const { status } = run(name, command, args)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Unit and integration tests. A run that ends without a report counts as one failure, never as none. */
export function runVitest(report: string): Tally {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run('Unit and integration tests', 'vitest', ['run', '--config', 'remix.config.js', ...reporters])
  const result = readReport(report)
  if (!result) return { passed: 0, failed: 1 }
  const failed = result.numFailedTests + (result.success ? 0 : result.numFailedTests === 0 ? 1 : 0)
  return { passed: result.numPassedTests, failed: failed || (status === 0 ? 0 : 1) }
}

/** Journeys in the browser. Skipped tests are failures here: nothing may be skipped. */
export function runPlaywright(report: string): Tally {
  const config = ['test', '--config', 'tests/playwright.config.ts']
  const { status } = run('End-to-end tests', 'playwright', config, { E2E_REPORT: report })
  const stats = readReport(report)?.stats
  if (!stats) return { passed: 0, failed: 1 }
  const failed = stats.unexpected + stats.skipped + stats.flaky
  return { passed: stats.expected, failed: failed || (status === 0 ? 0 : 1) }
}

function run(name: string, command: string, args: string[], env: Record<string, string | undefined> = {}) {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const bin = path.join(root, 'node_modules/.bin', command)
  const result = spawnSync(bin, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(
    `== ${name}: ${result.status === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  return result
}

// biome-ignore lint/suspicious/noExplicitAny: two runners' reports, of which a few numbers are read.
function readReport(file: string): any {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
