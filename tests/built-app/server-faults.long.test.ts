import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findServerUser } from '#scripts/database/cluster'
import { type EmbeddedServer, startEmbeddedServer } from '#scripts/database/embedded-server'
import { migrateToLatest } from '#scripts/database/migrations'
import { SERVER_ENV } from '#scripts/testing/built-site'
import { makeDataDir } from '#scripts/testing/own-site'
import { listDescendants, sendSignal } from '#scripts/testing/processes'
import { signInPeople } from '#scripts/testing/sign-in-people'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

// Faults of the database server itself, which therefore is not shared with other tests.

/** Too long to be cached: every request queries the database. */
const UNCACHED = `/deals?page=${'0'.repeat(3_000)}`
const dir = makeDataDir()
let server: EmbeddedServer
let admin: pg.Client
let app: BuiltApp
let cookie: string

beforeAll(async () => {
  server = await startEmbeddedServer({ dir, isScratch: true })
  await migrateToLatest(server.url('postgres'))
  admin = new pg.Client(server.url('postgres'))
  admin.on('error', () => {})
  await admin.connect()
  await admin.query(`
    with category as (insert into categories (name, slug) values ('Design', 'design') returning id),
      platform as (insert into platforms (name, slug) values ('Appvault', 'appvault') returning id),
      vendor as (insert into vendors (name, slug) values ('Quill', 'quill') returning id),
      product as (
        insert into products (name, slug, vendor_id) select 'Quillstack', 'quillstack', id from vendor returning id, vendor_id)
    insert into deals (title, slug, published, category_id, platform_id, cta_url, vendor_name, start_date, vendor_id,
      product_id)
    select 'Quillstack', 'quillstack', true, category.id, platform.id, 'https://vendor.example', 'Quill', '2026-01-01',
      product.vendor_id, product.id
    from category, platform, product`)
  ;[cookie] = (await signInPeople(admin, 1)) as [string]
  app = await startBuiltApp({
    DATABASE_URL: server.url('postgres'),
    SESSION_SECRET: SERVER_ENV.SESSION_SECRET,
    RATE_LIMIT: '0',
  })
})
afterAll(async () => {
  await app?.stop()
  await admin?.end()
  await server?.stop()
  fs.rmSync(dir, { recursive: true, force: true })
})
afterEach(async () => {
  expect(app.process.exitCode).toBeNull()
  expect((await app.get(UNCACHED)).status).toBe(200)
})

let written = 0
const comment = () =>
  ask(app.port, '/deals/quillstack/comments', { cookie, form: { body: `Does it export files, time ${++written}?` } })
const countComments = async () => (await admin.query('select from comments')).rowCount

test('a database server that is frozen by SIGSTOP answers 503, files are still served, and SIGCONT is enough', async () => {
  const [pid] = fs.readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const all = listDescendants(Number(pid))
  expect(all.length).toBeGreaterThan(3)
  for (const { pid } of all) sendSignal(pid, 'SIGSTOP')
  try {
    const [page, post, file, alive] = await Promise.all([
      app.get(UNCACHED),
      comment(),
      app.get('/favicon.svg'),
      app.get('/healthz'),
    ])
    expect([page.status, post.status, file.status, alive.status]).toEqual([503, 503, 200, 200])
    expect((await app.get('/readyz')).status).toBe(503)
  } finally {
    for (const { pid } of all) sendSignal(pid, 'SIGCONT')
  }
  await expect.poll(async () => (await app.get(UNCACHED)).status).toBe(200)
})

test('a read-only database answers 503 to writes and 200 to reads, and writes work again without a restart', async () => {
  await admin.query('alter system set default_transaction_read_only = on')
  await admin.query('select pg_reload_conf()')
  let before: number | null
  try {
    // Each connection reads the changed setting when its next statement begins.
    await expect.poll(async () => (await comment()).status).toBe(503)
    before = await countComments()
    const page = await comment()
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
    expect(page.body).toContain('Does it export files')
    for (const place of [UNCACHED, '/deals/quillstack', '/deals.data']) expect((await app.get(place)).status).toBe(200)
    expect((await ask(app.port, '/account', { cookie })).status).toBe(200)
  } finally {
    await admin.query('set default_transaction_read_only = off')
    await admin.query('alter system reset default_transaction_read_only')
    await admin.query('select pg_reload_conf()')
  }
  await expect.poll(async () => (await comment()).status).toBe(303)
  expect(await countComments()).toBe(before! + 1)
})

test('a full disk answers 503 to writes and 200 to reads, and writes work again once there is space', async () => {
  const disk = await fillDiskOfComments()
  try {
    const answer = await comment()
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('Does it export files')
    expect(answer.body).not.toMatch(/disk|No space|tablespace/)
    for (const place of [UNCACHED, '/deals/quillstack', '/deals.data']) expect((await app.get(place)).status).toBe(200)
    await disk.makeRoom()
    await expect.poll(async () => (await comment()).status).toBe(303)
  } finally {
    await disk.remove()
  }
})

/**
 * Moves the comments to a file system of their own of one megabyte, and fills it. Where mounting is not permitted, as in
 * most containers, a trigger raises the error that PostgreSQL has for a full disk.
 */
async function fillDiskOfComments() {
  const place = path.join(dir, 'disk')
  fs.mkdirSync(place)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=777', 'tmpfs', place], { stdio: 'pipe' })
  } catch {
    console.info('Mounting is not permitted here: the full disk is an error raised by a trigger.')
    return raiseDiskFull()
  }
  const space = path.join(place, 'space')
  fs.mkdirSync(space, { mode: 0o700 })
  const account = findServerUser()
  if (account) fs.chownSync(space, account.uid, account.gid)
  await admin.query('delete from comments')
  await admin.query('vacuum comments')
  await admin.query(`create tablespace disk location '${space}'`)
  await admin.query('alter table comments set tablespace disk')
  const filler = path.join(place, 'filler')
  try {
    for (;;) fs.appendFileSync(filler, Buffer.alloc(4_096))
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  }
  return {
    makeRoom: async () => fs.rmSync(filler),
    async remove() {
      fs.rmSync(filler, { force: true })
      await admin.query('alter table comments set tablespace pg_default')
      // The files of the table that moved are deleted with a checkpoint.
      await admin.query('checkpoint')
      await admin.query('drop tablespace disk')
      // Some connections still have a deleted file of it open.
      execFileSync('umount', ['--lazy', place])
    },
  }
}

async function raiseDiskFull() {
  await admin.query(`
    create function disk_is_full() returns trigger language plpgsql as
      $$ begin raise disk_full using message = 'No space left on device'; end $$`)
  await admin.query('create trigger disk_is_full before insert on comments execute function disk_is_full()')
  const makeRoom = () => admin.query('drop trigger if exists disk_is_full on comments')
  return {
    makeRoom,
    async remove() {
      await makeRoom()
      await admin.query('drop function disk_is_full')
    },
  }
}
