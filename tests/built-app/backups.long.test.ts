import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { makeDataDir, type OwnSite, startOwnSite } from '#scripts/testing/own-site'

const folder = makeDataDir()
const [dir, file] = [path.join(folder, 'data'), path.join(folder, 'backup.tar.gz')]
let site: OwnSite | undefined

beforeAll(() => ensureBuild())
afterAll(async () => {
  await site?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Runs an npm command on the data folder. */
function run(...words: string[]) {
  const env = {
    ...process.env,
    VITEST: undefined,
    NODE_ENV: 'development' as const,
    DATABASE_URL: '',
    DATA_DIR: dir,
    SESSION_SECRET: '',
  }
  return new Promise<{ code: number; said: string }>((resolve) =>
    execFile('node', ['scripts/run.js', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    ),
  )
}

const start = () => startOwnSite({ dir, env: { SEED_DEMO: '1', SESSION_SECRET: '' } })
const read = async (place: string) => (await site!.get(place)).text()
/** The text of a page, without what differs between two starts. */
const textOf = (page: string) => page.replace(/<(script|style)[^>]*>.*?<\/\1>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ')

test('a site whose data folder was deleted is restored from a backup made while it ran', async () => {
  site = await start()
  const pages = ['/deals', '/deals/brightloom']
  const before = await Promise.all(pages.map(read))
  const made = await run('backup', file)
  expect(made).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Backed up \d+ tables to .*backup\.tar\.gz: 0\.\d MB/),
  })
  const refused = await run('restore', file)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The site is using this database.') })
  const secret = fs.readFileSync(path.join(dir, 'session-secret'), 'utf8')
  await site.stop()
  fs.rmSync(dir, { recursive: true })

  const restored = await run('restore', file)
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Start the site with: npm start') })
  site = await start()

  expect(site.said()).not.toContain('It shows demo content')
  const after = await Promise.all(pages.map(read))
  expect(after.map(textOf)).toEqual(before.map(textOf))
  expect(textOf(after[0]!).length).toBeGreaterThan(2_000)
  expect(fs.readFileSync(path.join(dir, 'session-secret'), 'utf8')).toBe(secret)
})
