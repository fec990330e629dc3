import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { findProgram } from './system-program'
import { CHROMIUM_FLAGS, findChromium } from './testing/chromium'

// `npm run hero-video` draws scripts/hero-video/film.html in both themes, frame for frame, into public/video and its posters
// into app/styles. It installs ffmpeg where apt-get can.

const VIEWPORT = { width: 960, height: 840 }
const LOOP_SECONDS = 8
const FRAMES_PER_SECOND = 25
/** The page is sealed: the first frame, and the poster, so that nothing changes when the video starts. */
const START_SECONDS = 6.9
const POSTER_WIDTH = 480

const ffmpeg = findProgram({ names: ['ffmpeg'], packages: ['ffmpeg'] })
if (!ffmpeg) throw new Error('The hero video needs ffmpeg. Install it (Debian: apt-get install ffmpeg).')

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  for (const theme of ['light', 'dark'] as const) await film(theme)
} finally {
  await browser.close()
}

async function film(theme: 'light' | 'dark') {
  const frames = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-hero-'))
  try {
    await drawFrames(theme, frames)
    encode(path.join(frames, '%04d.png'), `public/video/hero-${theme}.mp4`)
    await sharp(path.join(frames, '0000.png'))
      .resize(POSTER_WIDTH)
      .webp({ quality: 45 })
      .toFile(`app/styles/hero-${theme}.webp`)
  } finally {
    fs.rmSync(frames, { recursive: true, force: true })
  }
}

async function drawFrames(theme: string, folder: string) {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(pathToFileURL(path.resolve('scripts/hero-video/film.html')).href)
  await page.evaluate((theme) => {
    document.documentElement.className = theme
    for (const animation of document.getAnimations()) animation.pause()
  }, theme)
  for (let frame = 0; frame < LOOP_SECONDS * FRAMES_PER_SECOND; frame++) {
    const seconds = (START_SECONDS + frame / FRAMES_PER_SECOND) % LOOP_SECONDS
    await page.evaluate((moment) => {
      for (const animation of document.getAnimations()) animation.currentTime = moment
    }, seconds * 1000)
    await page.screenshot({ path: path.join(folder, `${String(frame).padStart(4, '0')}.png`) })
  }
  await page.close()
}

/** H.264, which every browser plays. */
function encode(frames: string, file: string) {
  const input = `-y -loglevel error -framerate ${FRAMES_PER_SECOND} -i`.split(' ')
  const output = '-an -pix_fmt yuv420p -c:v libx264 -preset veryslow -crf 29 -movflags +faststart'.split(' ')
  const { status } = spawnSync(ffmpeg!, [...input, frames, ...output, file], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}.`)
}
