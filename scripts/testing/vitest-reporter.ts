import fs from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { startProgress } from './progress'
import { commandFor, type Failure } from './tally'

const OUTSIDE = 'an error outside of tests'

/** Shows the progress of vitest and writes its tally to the file that TALLY names. */
export default class VitestReporter implements Reporter {
  private progress = startProgress('files')
  private files = { all: 0, done: 0, failed: 0 }

  onTestRunStart(specifications: readonly TestSpecification[]) {
    this.files.all = specifications.length
  }

  onTestModuleEnd(module: TestModule) {
    this.files.done++
    if (!module.ok()) this.files.failed++
    this.progress.show(`${this.files.done} of ${this.files.all}, ${this.files.failed} failed`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    this.progress.end()
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed')
    const failures = [
      ...tests.filter((test) => test.result().state === 'failed').map(failureOf),
      ...modules.flatMap(failuresOfFile),
      ...unhandled.map((error) => ({ title: OUTSIDE, error: describe(error), command: 'npm test -- unit' })),
    ]
    fs.writeFileSync(process.env.TALLY!, JSON.stringify({ passed: passed.length, failed: failures.length, failures }))
  }
}

function failureOf(test: TestCase): Failure {
  const file = test.module.relativeModuleId
  const error = (test.result().errors ?? []).map(describe).join('\n')
  return { title: `${file}: ${test.fullName}`, error, command: commandFor(file, test.fullName.replaceAll(' > ', ' ')) }
}

/** A file that cannot be loaded, or a failed hook. */
function failuresOfFile(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return errors.map((error) => ({ title: file, error: describe(error), command: `npm test -- ${file}` }))
}

function describe({ message, diff, stack = '' }: { message: string; diff?: string; stack?: string }) {
  const place = stack.split('\n').find((line) => /\b(tests|app|scripts)\//.test(line) && /^\s*at /.test(line))
  return [message, diff, place].filter(Boolean).join('\n')
}
