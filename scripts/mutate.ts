import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MUTANTS, type Mutant } from './testing/mutants'

// `npm run mutate`: puts one fault after another into a copy of the project, and sees whether the tests notice it.
// `npm run mutate -- document-key` takes only the faults of files with that in their name.
const root = path.resolve(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const mutants = MUTANTS.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-mutants-'))
// Also when it is stopped by a signal.
process.once('exit', () => fs.rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

copyProject()
const whole = [...new Set(mutants.flatMap(({ tests }) => tests))]
if (!passes(whole, 'inherit')) throw new Error('The tests fail already without a fault.')

const results = mutants.map((mutant) => ({ ...mutant, result: tryMutant(mutant) }))
const left = results.filter(({ result }) => result !== 'killed')
for (const { file, find, replace, result } of left) console.log(`\n${result}: ${file}\n- ${find}\n+ ${replace}`)
console.log(`\n${results.length - left.length} of ${results.length} mutants killed`)
process.exit(left.length === 0 && results.length > 0 ? 0 : 1)

/** A copy of the tracked files in their present state, with the same packages. */
function copyProject() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of String(files)
    .split('\0')
    .filter((name) => name && fs.existsSync(path.join(root, name)))) {
    fs.cpSync(path.join(root, file), path.join(copy, file))
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
}

function tryMutant({ file, find, replace, tests }: Mutant) {
  const place = path.join(copy, file)
  const text = fs.readFileSync(place, 'utf8')
  if (text.split(find).length !== 2) return 'out of date'
  fs.writeFileSync(
    place,
    text.replace(find, () => replace),
  )
  const result = passes(tests, 'ignore') ? 'survived' : 'killed'
  fs.writeFileSync(place, text)
  console.log(`${result}: ${file}: ${find}`)
  return result
}

function passes(tests: string[], stdio: 'inherit' | 'ignore') {
  const vitest = path.join(root, 'node_modules/.bin/vitest')
  const args = ['run', '--config', 'remix.config.js', '--bail', '1', ...tests]
  return spawnSync(vitest, args, { cwd: copy, stdio }).status === 0
}
