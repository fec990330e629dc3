import { findProgram } from '../system-program'

// The headless shell comes first, because it renders pages at half the cost.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const CHROMIUM_PATHS = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags for a browser that connects only to the site under test. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes and threads for each page, on machines with two cores.
  '--in-process-gpu',
  '--num-raster-threads=1',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * The path of Chromium: CHROMIUM_PATH, or an installed one, or one that apt-get installs now.
 *
 * @throws an Error with advice if there is none
 */
export function findChromium(): string {
  const packages = ['chromium-headless-shell', 'chromium']
  const found = process.env.CHROMIUM_PATH || findProgram({ names: NAMES, paths: CHROMIUM_PATHS, packages })
  if (found) return found
  throw new Error(
    'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium; macOS: brew install chromium)\n' +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}
