import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { acquireLock } from './file-lock'

const root = path.resolve(import.meta.dirname, '..')
const STAMP = path.join(root, 'build/stamp')
const LOCK = path.join(root, 'node_modules/.building-lock')
const INPUTS = ['app', 'public', 'migrations', 'remix.config.js', 'tsconfig.json', 'package-lock.json']

/**
 * Builds the app if its sources have changed since the last build. Concurrent commands build once: the second waits for
 * the first.
 *
 * @throws when the build fails; its output is on the console
 */
export async function ensureBuild(signal?: AbortSignal) {
  const wanted = hashSources()
  if (isBuilt(wanted)) return
  const lock = await waitForLock()
  try {
    signal?.throwIfAborted()
    if (isBuilt(wanted)) return
    console.log('Building ...')
    await build(signal)
    await compressAssets()
    fs.writeFileSync(STAMP, wanted)
  } finally {
    lock.release()
  }
}

async function build(signal?: AbortSignal) {
  const cli = path.join(root, 'node_modules/@remix-run/dev/dist/cli.js')
  const child = spawn(process.execPath, [cli, 'vite:build', '--config', 'remix.config.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Tests build too, and their settings must not affect the build.
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
    signal,
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  signal?.throwIfAborted()
  if (code !== 0) throw new Error(`The build failed:\n${said}`)
}

/** Compresses assets once with the best compression, because the web server sends these files unchanged. */
async function compressAssets() {
  const [from, to] = ['client/assets', 'compressed'].map((folder) => path.join(root, 'build', folder))
  fs.rmSync(to!, { recursive: true, force: true })
  fs.mkdirSync(to!)
  const [gzip, brotli] = [promisify(zlib.gzip), promisify(zlib.brotliCompress)]
  const texts = fs.readdirSync(from!).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const bytes = fs.readFileSync(path.join(from!, name))
      fs.writeFileSync(path.join(to!, `${name}.gz`), await gzip(bytes, { level: 9 }))
      fs.writeFileSync(path.join(to!, `${name}.br`), await brotli(bytes))
    }),
  )
}

function isBuilt(hash: string) {
  return fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === hash
}

function hashSources() {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    const place = path.join(root, input)
    const files = fs.statSync(place).isDirectory()
      ? fs.readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [undefined]
    const paths = files.map((entry) => (entry ? path.join(entry.parentPath, entry.name) : place)).sort()
    for (const file of paths) hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

/** @throws an Error with advice if the folder is not writable */
async function waitForLock() {
  for (const folder of [path.dirname(LOCK), path.join(root, 'build'), root]) {
    try {
      if (fs.existsSync(folder)) fs.accessSync(folder, fs.constants.W_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const advice = 'Make it writable for this user, or run `npm run build` where it is and copy the result.'
      throw new Error(`The site has to be built, and ${folder} cannot be written (${code}). ${advice}`)
    }
  }
  for (;;) {
    const lock = acquireLock(LOCK)
    if (lock) return lock
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

if (import.meta.filename === process.argv[1]) await ensureBuild()
