import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

// `npm run sbom -- FILE`: what a deployment contains. `--all` adds the tools of development.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
const root = path.resolve(import.meta.dirname, '..')
const file = path.resolve(positionals[0] ?? 'sbom.json')
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/cyclonedx-npm'),
  [
    ...(values.all ? [] : ['--omit', 'dev']),
    // The same packages give the same bytes: no time and no serial number.
    '--output-reproducible',
    '--output-format',
    'JSON',
    '--output-file',
    file,
  ],
  { cwd: root, stdio: 'inherit' },
)
if (status === 0) console.log(`Wrote ${file}, in the CycloneDX format.`)
process.exitCode = status ?? 1
