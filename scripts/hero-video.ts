import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import sharp from 'sharp'
import { findProgram } from './system-program'
import { CHROMIUM_FLAGS, findChromium } from './testing/chromium'
import { makeDataDir, startOwnSite } from './testing/own-site'

// `npm run hero-video` films pages of the demo content for the home page: a sheet on the green of the cover, which suits
// both themes. It writes public/video and the posters beside the hero, and installs ffmpeg where apt-get can.

/** Pixels of the video, drawn at twice the width at which most visitors see it. */
const [WIDTH, HEIGHT] = [960, 840]
const FRAMES_PER_SECOND = 25
/** The part of a page that the sheet shows, and how far the sheet moves over it, in CSS pixels of the page. */
const SCENES = [
  { path: '/changes', from: 'text=/^\\d+ changes$/', travel: 520 },
  { path: '/deals/moorline-crm/changes', from: '#record', travel: 420 },
  { path: '/deals/moorline-crm', from: 'main h1', travel: 420 },
]
const SECONDS_PER_SCENE = 4
const SLIDE_SECONDS = 0.8
const SHEET = { left: 82, top: 100, width: 878 }
/** CSS pixels of the filmed pages. */
const PAGE_WIDTH = 600

const ffmpeg = findProgram({ names: ['ffmpeg'], packages: ['ffmpeg'] })
if (!ffmpeg) throw new Error('The hero video needs ffmpeg. Install it (Debian: apt-get install ffmpeg).')

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-hero-'))
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
const dir = makeDataDir()
const site = await startOwnSite({ dir, env: { SEED_DEMO: '1' } })
try {
  await drawFrames(browser, await drawPages(browser))
  encode()
  await savePosters()
} finally {
  await site.stop()
  await browser.close()
  for (const folder of [dir, work]) fs.rmSync(folder, { recursive: true, force: true })
}

/** One tall picture of each page, as a data URL. */
async function drawPages(browser: Browser) {
  const page = await browser.newPage({
    viewport: { width: PAGE_WIDTH, height: 900 },
    deviceScaleFactor: SHEET.width / PAGE_WIDTH,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const pictures: string[] = []
  for (const { path, from, travel } of SCENES) {
    await page.goto(`http://127.0.0.1:${site.port}${path}`, { waitUntil: 'networkidle' })
    const top = await page
      .locator(from)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top + scrollY)
    const height = Math.ceil((HEIGHT - SHEET.top) / (SHEET.width / PAGE_WIDTH)) + travel
    const clip = { x: 0, y: top - 24, width: PAGE_WIDTH, height }
    const picture = await page.screenshot({ fullPage: true, clip })
    pictures.push(`data:image/png;base64,${picture.toString('base64')}`)
  }
  await page.close()
  return pictures
}

/** Draws the scenes frame by frame: each page scrolls, then the next one is laid upon it; the first follows the last. */
async function drawFrames(browser: Browser, pictures: string[]) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.setContent(`<style>
    body { margin: 0; overflow: hidden; background: radial-gradient(circle at 20% 0, #10503a, #0a3b2b 60%) }
    div { position: absolute; left: ${SHEET.left}px; top: ${SHEET.top}px; width: ${SHEET.width}px; height: ${HEIGHT}px;
      overflow: hidden; border-radius: 10px 0 0; background: #fff; box-shadow: 0 12px 40px rgb(0 0 0 / 0.45) }
    img { width: 100%; display: block }
  </style>${[...pictures, pictures[0]].map((picture) => `<div><img src="${picture}"></div>`).join('')}`)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))

  const count = SCENES.length * SECONDS_PER_SCENE * FRAMES_PER_SECOND
  for (let frame = 0; frame < count; frame++) {
    const seconds = frame / FRAMES_PER_SECOND
    const sheets = [...pictures, pictures[0]].map((_, index) => {
      const scene = SCENES[index % SCENES.length]!
      const own = seconds - index * SECONDS_PER_SCENE
      const shown = ease((own + SLIDE_SECONDS) / SLIDE_SECONDS)
      const scrolled = ease((own - 1) / (SECONDS_PER_SCENE - 2)) * scene.travel * (SHEET.width / PAGE_WIDTH)
      return { rise: index === 0 ? 0 : (1 - shown) * HEIGHT, scrolled }
    })
    await page.evaluate((sheets) => {
      for (const [index, element] of document.querySelectorAll('div').entries()) {
        element.style.transform = `translateY(${sheets[index]!.rise}px)`
        element.querySelector('img')!.style.transform = `translateY(${-sheets[index]!.scrolled}px)`
      }
    }, sheets)
    await page.screenshot({ path: path.join(work, `${String(frame).padStart(4, '0')}.png`) })
  }
  await page.close()
}

/** 0 before the beginning, 1 after the end, slow at both. */
function ease(share: number) {
  const x = Math.min(Math.max(share, 0), 1)
  return x * x * (3 - 2 * x)
}

/** H.264, which every browser plays. */
function encode() {
  const input = `-y -loglevel error -framerate ${FRAMES_PER_SECOND} -i`.split(' ')
  const output = '-an -pix_fmt yuv420p -c:v libx264 -preset veryslow -crf 29 -movflags +faststart'.split(' ')
  const { status } = spawnSync(ffmpeg!, [...input, path.join(work, '%04d.png'), ...output, 'public/video/hero.mp4'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}.`)
}

/** The first frame, so that nothing changes when the video starts. */
async function savePosters() {
  const first = path.join(work, '0000.png')
  await sharp(first).resize(720).webp({ quality: 60 }).toFile('public/video/hero-poster.webp')
  for (const width of [480, 720, 960]) {
    await sharp(first).resize(width).avif({ quality: 48 }).toFile(`app/routes/_index/poster-${width}.avif`)
  }
}
