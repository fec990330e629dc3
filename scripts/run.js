// Runs one of the project's commands on any Node from 20 up: `node scripts/run.js start`.
// Plain JavaScript without dependencies, because it installs them.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** npm runs commands in a shell, which may outlive it. */
const MAX_SHELLS = 3
const POLL_MS = 500

const root = path.dirname(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname))
const [command, ...rest] = process.argv.slice(2)
const script = path.join(root, 'scripts', `${command}.ts`)

if (!command || !fs.existsSync(script)) {
  console.error(`There is no command "${command ?? ''}". See "scripts" in package.json.`)
  process.exit(2)
}

if (!isInstalled()) {
  console.log('Installing dependencies (npm ci) ...')
  // Development tools are always installed: the build needs them, whatever NODE_ENV says.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status, error } = spawnSync(npm, ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`npm ci failed${error ? `: ${error.message}` : ''}. Check the network and the free disk space.`)
    process.exit(1)
  }
}

const pinned = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
if (!fs.existsSync(pinned)) {
  console.error('The pinned Node is missing. Delete node_modules and run the command again.')
  process.exit(1)
}

const settings = fs.existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : []
// The child ends with this process, even if this process is killed.
const endsWithParent = ['--import', path.join(root, 'scripts/serve/child-preload.js')]
const child = spawn(pinned, [...settings, ...endsWithParent, '--import', 'tsx', script, ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: `${path.dirname(pinned)}${path.delimiter}${process.env.PATH}` },
})
let isAsked = false
// A terminal signals the child too, a plain kill does not. The child ignores repeated signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isAsked = true
    child.kill(signal)
  })
}
if (process.env.npm_lifecycle_event) watchNpm(() => isAsked || child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Whether node_modules has the packages of the lockfile. */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const found = readPackages('node_modules/.package-lock.json')
  if (!wanted || !found) return false
  return Object.entries(wanted).every(
    ([name, { version, optional, link }]) => name === '' || link || optional || found[name]?.version === version,
  )
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Calls `onGone` when the npm that started this process has ended. npm does not forward signals to its commands on all
 * systems, and SIGKILL on none.
 *
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  const ancestors = findNpm()
  const poll = setInterval(() => {
    if (process.ppid === ancestors[0] && ancestors.every(isAlive)) return
    clearInterval(poll)
    onGone()
  }, POLL_MS)
  poll.unref()
}

/** The process ids from the parent up to npm; only the parent if there is no npm. */
function findNpm() {
  const ancestors = [process.ppid]
  for (let up = 0; up < MAX_SHELLS; up++) {
    const { name, parent } = describeProcess(ancestors[up])
    if (/npm/.test(name)) return ancestors
    if (!(parent > 1)) break
    ancestors.push(parent)
  }
  return ancestors.slice(0, 1)
}

/** @returns {{ name: string, parent: number }} */
function describeProcess(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent: Number(parent) }
  } catch {
    // Not on Linux.
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    const [parent, name = ''] = (stdout ?? '').trim().split(/\s+/, 2)
    return { name, parent: Number(parent) }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
