import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

/** How a suite went; `failures` names what failed and why, a text each. */
export type Tally = { passed: number; failed: number; failures: string[] }

const root = path.resolve(import.meta.dirname, '../..')
/** Lines of an error that are repeated at the end. */
const ERROR_LINES = 15

/** A check that passes or fails as a whole. */
export function runCheck(name: string, command: string, args: string[]): Tally {
  const { status } = run(name, command, args)
  return tallyOfCheck(name, status === 0)
}

export function tallyOfCheck(name: string, isPassed: boolean): Tally {
  return isPassed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`${name}: see above`] }
}

/** Unit and integration tests. A run that ends without a report counts as one failure, never as none. */
export function runVitest(report: string): Tally {
  const name = 'Unit and integration tests'
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run(name, 'vitest', ['run', '--config', 'remix.config.js', ...reporters])
  const result = readReport<JsonTestResults>(report)
  if (!result) return tallyOfCheck(name, false)
  const failures = result.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const inFile = path.relative(root, file.name)
    if (failed.length === 0) return file.status === 'failed' ? [describe(inFile, file.message)] : []
    return failed.map((test) => describe(`${inFile}: ${test.fullName}`, test.failureMessages?.[0]))
  })
  return tallyOfTests(name, { passed: result.numPassedTests, failed: result.numFailedTests, failures, status })
}

/** Journeys in the browser. Skipped tests are failures here: nothing may be skipped. */
export function runPlaywright(report: string): Tally {
  const name = 'End-to-end tests'
  const config = ['test', '--config', 'tests/playwright.config.ts']
  const { status } = run(name, 'playwright', config, { E2E_REPORT: report })
  const result = readReport<JSONReport>(report)
  if (!result) return tallyOfCheck(name, false)
  const { expected, unexpected, skipped, flaky } = result.stats
  const failures = result.suites.flatMap(failuresOfSuite)
  return tallyOfTests(name, { passed: expected, failed: unexpected + skipped + flaky, failures, status })
}

function tallyOfTests(name: string, { status, ...tally }: Tally & { status: number | null }): Tally {
  // A file that could not be read, or an error outside the tests, fails the suite too.
  if (status === 0 || tally.failed > 0) return tally
  return { ...tally, failed: 1, failures: [...tally.failures, `${name}: see above`] }
}

function failuresOfSuite(suite: JSONReportSuite): string[] {
  const ofSpecs = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status !== 'expected')
      .map((test) => {
        const error = test.results.find((result) => result.error)?.error
        return describe(`${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`, error?.message ?? test.status)
      }),
  )
  return [...ofSpecs, ...(suite.suites ?? []).flatMap(failuresOfSuite)]
}

function describe(title: string, error = '') {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES)
  return [title, ...lines.map((line) => `  ${line}`)].join('\n')
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

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
