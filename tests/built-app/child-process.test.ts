import { expect, test } from 'vitest'
import { startChild } from '#scripts/serve/child-process'

const run = (code: string) => startChild(['--input-type=module', '--eval', code], { output: 'ignore' })

test.each([
  ['process.exit(7)', 7, 'exit code 7, see above'],
  ["throw new Error('no such table')", 1, 'exit code 1, see above'],
  ["process.kill(process.pid, 'SIGKILL')", 1, 'killed by SIGKILL'],
])('a process that runs %j is known to have ended with %s: %s', async (code, exitCode, reason) => {
  const child = run(code)
  expect(await child.ended).toBe(exitCode)
  expect(child.reason?.()).toBe(reason)
})
