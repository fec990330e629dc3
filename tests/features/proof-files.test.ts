import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionFlags } from '~/features/catalog/pictures/decode-picture.server'
import { checkProofFile, RefusedFile } from '~/features/contributions/reviews/receive-proof.server'
import { animatedPicture, bombPng, picture } from '../picture-files'

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'ledger-proofs-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

async function check(content: Buffer | string) {
  const file = path.join(folder, crypto.randomUUID())
  await fs.writeFile(file, content)
  return checkProofFile(file)
}

async function refusalOf(content: Buffer | string) {
  const refusal: unknown = await check(content).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RefusedFile)
  return (refusal as RefusedFile).message
}

test.each(['png', 'jpeg', 'webp'] as const)('a %s is kept as WebP of at most 1,600 pixels a side', async (format) => {
  const { media_type, content } = await check(await picture(3_000, 1_500).toFormat(format).toBuffer())
  const { width, height, format: kept } = await sharp(content).metadata()
  expect([media_type, width, height, kept]).toEqual(['image/webp', 1_600, 800, 'webp'])
})

test('a small picture keeps its size, is rotated by its metadata, and loses them and the data after its pixels', async () => {
  const turned = picture(400, 200)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada, 5 Mill Lane' } })
    .withMetadata({ orientation: 6 })
  const page = Buffer.from('<script>alert(1)</script>')
  const { content } = await check(Buffer.concat([await turned.toBuffer(), page]))
  expect(content.includes('<script>')).toBe(false)
  const { width, height, exif, icc, xmp } = await sharp(content).metadata()
  expect({ width, height, exif, icc, xmp }).toEqual({ width: 200, height: 400 })
})

test('a PDF is stored unchanged', async () => {
  const pdf = '%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
  expect(await check(pdf)).toEqual({ media_type: 'application/pdf', content: Buffer.from(pdf) })
})

const jpeg = () => picture(300, 300).jpeg().toBuffer()
const NO_PROOF = 'This is not a PNG, JPEG, WebP or PDF file, even if its name says so.'
const TOO_MANY = 'This picture has too many pixels. Choose one of up to 50 megapixels.'
const BROKEN = expect.stringContaining('This picture is broken')
const LOCKED_PDF = expect.stringMatching(/has a password or restrictions/)
const BROKEN_PDF = expect.stringMatching(/broken or cut off/)

test.each<[what: string, make: () => Promise<Buffer> | Buffer | string, refusal: string]>([
  ['a text', () => 'Order 4471', NO_PROOF],
  ['a page', () => '<html><script>alert(1)</script></html>', NO_PROOF],
  ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', NO_PROOF],
  ['a GIF', () => 'GIF89a\x01\x00\x01\x00', NO_PROOF],
  ['a PDF after something else', () => '<html></html>%PDF-1.7\n%%EOF', NO_PROOF],
  ['a program', () => Buffer.from([0x7f, 0x45, 0x4c, 0x46]), NO_PROOF],
  ['a picture of 30,000 x 30,000 pixels', () => bombPng(30_000), TOO_MANY],
  ['an animated picture', () => animatedPicture('webp'), 'This picture is animated. Choose a still one.'],
  ['half a JPEG', async () => (await jpeg()).subarray(0, (await jpeg()).length / 2), BROKEN],
  ['a damaged JPEG', async () => Buffer.concat([(await jpeg()).subarray(0, 20), Buffer.alloc(400, 7)]), BROKEN],
  ['an encrypted PDF', () => '%PDF-1.7\ntrailer\n<< /Encrypt 5 0 R >>\n%%EOF', LOCKED_PDF],
  ['a PDF that is cut off', () => '%PDF-1.7\n1 0 obj', BROKEN_PDF],
  ['a PDF with an archive behind it', () => '%PDF-1.7\n%%EOF\nPK\x03\x04 and more', BROKEN_PDF],
])('%s is refused with a sentence', async (_what, make, refusal) => {
  const content = await make()
  expect(Buffer.byteLength(content)).toBeLessThan(5_000_000)
  expect(await refusalOf(content)).toEqual(refusal)
})

const ATTEMPTS = `
  import { spawnSync } from 'node:child_process'
  import fs from 'node:fs'
  import { Worker } from 'node:worker_threads'
  const [file, folder] = process.argv.slice(1)
  const attempts = {
    'read its file': () => fs.readFileSync(file),
    'read settings': () => fs.readFileSync(process.cwd() + '/package.json'),
    'read the environment of the site': () => fs.readFileSync('/proc/' + process.ppid + '/environ'),
    'list a folder': () => fs.readdirSync(folder),
    'write its file': () => fs.writeFileSync(file, ''),
    'write another file': () => fs.writeFileSync(folder + '/new', ''),
    'start a process': () => spawnSync('true'),
    'start a thread': () => new Worker('', { eval: true }),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      attempt()
      console.log(name + ': done')
    } catch (error) {
      console.log(name + ': ' + error.code)
    }
  }
`

test('what decodes pictures can read its file and no other, and can neither write nor start anything', async () => {
  const file = path.join(folder, crypto.randomUUID())
  await fs.writeFile(file, 'picture')
  const flags = [...permissionFlags(file), '--input-type=module', '--eval', ATTEMPTS, '--', file, folder]
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', env: { NODE_ENV: 'test' } })
  expect(stderr).toBe('')
  const read = ['read settings', 'read the environment of the site', 'list a folder']
  const written = ['write its file', 'write another file', 'start a process', 'start a thread']
  const denied = [...read, ...written].map((name) => `${name}: ERR_ACCESS_DENIED`)
  expect(stdout.trim().split('\n')).toEqual(['read its file: done', ...denied])
})
