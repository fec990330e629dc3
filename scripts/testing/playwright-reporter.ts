import fs from 'node:fs'
import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { startProgress } from './progress'
import { commandFor, type Failure } from './tally'

/** Shows the progress of the journeys and writes their tally to the file that TALLY names. Skipped ones count as failed. */
export default class PlaywrightReporter implements Reporter {
  private progress = startProgress('journeys')
  private suite: Suite | undefined
  private errors: TestError[] = []
  private done = { all: 0, failed: 0 }

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite
  }

  onTestEnd(test: TestCase) {
    this.done.all++
    if (test.outcome() !== 'expected') this.done.failed++
    this.progress.show(`${this.done.all} of ${this.suite?.allTests().length}, ${this.done.failed} failed`)
  }

  onError(error: TestError) {
    this.errors.push(error)
  }

  onEnd() {
    this.progress.end()
    const tests = this.suite?.allTests() ?? []
    const passed = tests.filter((test) => test.outcome() === 'expected').length
    const failures = [
      ...tests.filter((test) => test.outcome() !== 'expected').map(failureOf),
      ...this.errors.map((error) => ({
        title: 'an error outside of journeys',
        error: error.message ?? String(error.value),
        command: 'npm test -- e2e',
      })),
    ]
    fs.writeFileSync(process.env.TALLY!, JSON.stringify({ passed, failed: failures.length, failures }))
  }

  printsToStdio() {
    return true
  }
}

function failureOf(test: TestCase): Failure {
  const file = path.relative(process.cwd(), test.location.file)
  const error = test.results.flatMap(({ errors }) => errors)[0]?.message ?? `The journey was ${test.outcome()}.`
  // The last two parts are the file and the title of the test, or of the group around it.
  const [, project, , ...titles] = test.titlePath()
  const title = titles.join(' ')
  return {
    title: `${file}:${test.location.line} [${project}] ${title}`,
    error,
    command: commandFor(file, title),
  }
}
