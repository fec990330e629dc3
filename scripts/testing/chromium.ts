import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

// Chromium without windows, which draws pages at half the cost, comes first.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PLACES = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags for a browser that talks to nobody but the site under test. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * The path of a Chromium: CHROMIUM_PATH, or one that is installed, or one that apt installs now (as root on Debian
 * and its relatives).
 *
 * @throws an Error that says how to get one
 */
export function findChromium(): string {
  const found = process.env.CHROMIUM_PATH || lookUp()
  if (found) return found
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get ...')
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-qq'], options as never)
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', name], options as never)
      const installed = lookUp()
      if (installed) return installed
    }
  }
  throw new Error(
    'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium; macOS: brew install chromium)\n' +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

function lookUp() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...PLACES]
  return candidates.find((candidate) => fs.existsSync(candidate))
}
