import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fillDatabase } from '#scripts/testing/fill-database'
import { sendSignal } from '#scripts/testing/processes'
import { signInPeople } from '#scripts/testing/sign-in-people'
import { waitUntil } from '#scripts/testing/wait-until'
import { hashPassword } from '~/features/people/accounts/passwords.server'
import { type Sink, startSink } from '../mail/smtp-sink'
import { startPgBouncer } from '../setup/pgbouncer'
import { startTwoMachines, type TwoMachines } from '../setup/two-machines'

const PASSWORD = 'correct horse 5'

const DATABASES = ['PostgreSQL', 'PgBouncer in transaction mode'] as const

describe.each(DATABASES)('two machines on %s', (kind) => {
  let sink: Sink
  let pooler: { url: string; stop(): Promise<void> } | undefined
  let client: pg.Client
  let both: TwoMachines
  let slug: string

  beforeAll(async () => {
    sink = await startSink()
    const url = await createDatabase(`ledger_machines_${DATABASES.indexOf(kind)}`)
    client = new pg.Client(url)
    await client.connect()
    await fillDatabase(client, 30)
    slug = (await client.query('select slug from deals where published order by slug limit 1')).rows[0].slug
    await missMidnight()
    pooler = kind === 'PostgreSQL' ? undefined : await startPgBouncer(url)
    const env: Record<string, string> = { SMTP_URL: sink.url }
    if (pooler) env.DATABASE_DIRECT_URL = url
    both = await startTwoMachines({ databaseUrl: pooler?.url ?? url, env })
  })

  afterAll(async () => {
    await both?.stop()
    await pooler?.stop()
    await client?.end()
    await sink?.stop()
  })

  async function createDatabase(name: string) {
    const admin = new pg.Client(inject('databaseServer'))
    await admin.connect()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} template ledger_template`)
    // A pooler does not pass on what the site asks of its own connections.
    await admin.query(`alter database ${name} set timezone = 'UTC'`)
    await admin.end()
    const url = new URL(inject('databaseServer'))
    url.pathname = name
    return url.href
  }

  /** As if no worker had run since the day before yesterday. Every job that is added from now on is counted. */
  async function missMidnight() {
    await client.query(`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('note_dates', now() - interval '3 days', now() - interval '26 hours');
    create table added_jobs (task text);
    create function note_added_job() returns trigger language plpgsql as $$ begin
      insert into public.added_jobs
      select identifier from graphile_worker._private_tasks where id = new.task_id;
      return null;
    end $$;
    create trigger note_added_job after insert on graphile_worker._private_jobs
      for each row execute function note_added_job();`)
  }

  const ask = (machine: 0 | 1, path: string, init?: RequestInit) => both.machines[machine].get(path, init)
  const countRows = async (text: string, values: unknown[] = []) =>
    Number((await client.query<{ count: string }>(`select count(*) from ${text}`, values)).rows[0]!.count)

  test('the job of midnight runs once, though both machines missed it and started at the same moment', async () => {
    await waitUntil(async () => (await countRows(`added_jobs where task = 'note_dates'`)) > 0)
    await waitUntil(
      async () =>
        (await countRows(
          `graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
         where identifier = 'note_dates'`,
        )) === 0,
    )
    expect(await countRows(`added_jobs where task = 'note_dates'`)).toBe(1)
  })

  test('a change through one machine is in the cached page of the other', async () => {
    const [cookie] = await signInPeople(client, 1, 'ADMIN')
    const id = (await client.query('select id from deals where slug = $1', [slug])).rows[0].id
    const title = async (machine: 0 | 1) => {
      const page = await ask(machine, `/deals/${slug}`)
      return /<h1[^>]*>(.*?)<\/h1>/s.exec(await page.text())![1]
    }
    // In the cache of every process.
    for (let i = 0; i < 6; i++) await Promise.all([title(0), title(1)])
    const answer = await ask(0, `/admin/deals/${id}/delete`, { method: 'POST', headers: { Cookie: cookie! } })
    expect(answer.status).toBe(303)
    // Sooner than pages get old by themselves, after a minute.
    await waitUntil(async () => (await ask(1, `/deals/${slug}`)).status === 410, 30_000)
    // Whichever process answers.
    for (let i = 0; i < 6; i++) {
      expect((await ask(0, `/deals/${slug}`)).status).toBe(410)
      expect((await ask(1, `/deals/${slug}`)).status).toBe(410)
    }
  })

  /** A browser behind the proxy: it keeps its cookies, and each request goes to the other machine. */
  function openBrowser() {
    const cookies = new Map<string, string>()
    return async (path: string, form?: Record<string, string>) => {
      const answer = await fetch(both.url + path, {
        method: form ? 'POST' : 'GET',
        body: form && new URLSearchParams(form),
        redirect: 'manual',
        headers: { Accept: 'text/html', Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [name, value] = cookie.split(';')[0]!.split(/=(.*)/s)
        if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return answer
    }
  }

  async function makeAccount(email: string) {
    const { rows } = await client.query(
      `insert into profiles (name, email, confirmed_at) values ('Ada', $1, now()) returning id`,
      [email],
    )
    const hash = await hashPassword(PASSWORD)
    await client.query('insert into credentials (user_id, password_hash) values ($1, $2)', [rows[0].id, hash])
  }

  test('a member signs in, is greeted, stays signed in and signs out whichever machine answers', async () => {
    await makeAccount('ada@example.com')
    const visit = openBrowser()
    const signedIn = await visit('/auth?redirectTo=%2Faccount', { email: 'ada@example.com', password: PASSWORD })
    expect(signedIn.headers.get('Location')).toBe('/account')
    expect(await (await visit('/account')).text()).toContain('Signed in successfully!')
    for (let i = 0; i < 4; i++) expect((await visit('/account/settings')).status).toBe(200)
    expect((await visit('/sign-out', {})).status).toBe(303)
    for (let i = 0; i < 4; i++) expect((await visit('/account/settings')).headers.get('Location')).toMatch(/^\/auth/)
  })

  test('ten wrong passwords lock an account on both machines', async () => {
    await makeAccount('bob@example.com')
    const visit = openBrowser()
    for (let i = 0; i < 10; i++) {
      expect((await visit('/auth', { email: 'bob@example.com', password: 'wrong one' })).status).toBe(400)
    }
    for (let i = 0; i < 4; i++) {
      expect((await visit('/auth', { email: 'bob@example.com', password: PASSWORD })).status).toBe(429)
    }
  })

  test('each of many mails is sent once', async () => {
    const people = 60
    await client.query(
      `with people as (
       insert into profiles (name, email, confirmed_at)
       select 'Person', 'mailed-' || n || '@example.com', now() from generate_series(1, $1) n returning email),
     added as (insert into mails (address, kind, cause) select email, 'taken', 'taken:' || email from people returning id)
     select graphile_worker.add_job('send_mails', '{"only":"account"}') from added`,
      [people],
    )
    const recipients = () =>
      sink.received.flatMap((source) => /^To: (mailed-\d+@example\.com)/m.exec(source)?.[1] ?? [])
    await waitUntil(() => recipients().length >= people)
    // Older mails go first: a second mail to one of them would be sent before the last one.
    await client.query(
      `insert into mails (address, kind, cause) values ('mailed-1@example.com', 'taken', 'again');
      select graphile_worker.add_job('send_mails', '{"only":"account"}')`,
    )
    await waitUntil(() => recipients().length > people)
    expect(recipients().pop()).toBe('mailed-1@example.com')
    const first = recipients().slice(0, people)
    expect(first).toHaveLength(people)
    expect(new Set(first).size).toBe(people)
  })

  // Two batches, so that the import is killed between them.
  const IMPORTED = 4_000

  test('an import goes on at the other machine when the one that writes it is killed', async () => {
    const [cookie] = await signInPeople(client, 1, 'MANAGER')
    const { rows } = await client.query(
      'select (select slug from categories limit 1) as category, (select slug from platforms limit 1) as platform',
    )
    const lines = Array.from(
      { length: IMPORTED },
      (_, n) =>
        `Imported ${n},imported-${n},Maker ${n % 50},Made here,https://vendor.example/${n},${rows[0].category},${rows[0].platform},19.00,2026-01-01`,
    )
    const form = new FormData()
    const csv = ['title,slug,vendor_name,summary,cta_url,category,platform,deal_price,start_date', ...lines].join('\n')
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'deals.csv')
    const headers = { Cookie: cookie! }
    // Slow enough to be killed in the middle.
    await client.query(`
      create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return new; end $$;
      create trigger take_time before insert on deals for each row execute function take_time()`)
    // The other machine's worker is asleep, so that this one takes the job.
    const [asleep] = both.machines[1].pidsOf('worker')
    sendSignal(asleep!, 'SIGSTOP')
    const location = (await ask(0, '/admin/csv-import', { method: 'POST', body: form, headers })).headers.get(
      'Location',
    )!
    const id = location.split('/').at(-1)!
    const read = async () =>
      (
        await client.query(
          'select status, greatest(written_row - 1, 0) as written, message from imports where id = $1',
          [id],
        )
      ).rows[0]
    await waitUntil(async () => (await read()).status !== 'CHECKING')
    expect(await read()).toMatchObject({ status: 'CHECKED' })
    await ask(0, location, { method: 'POST', body: new URLSearchParams({ intent: 'import' }), headers })
    await waitUntil(async () => (await read()).written > 0)
    for (const { pid } of both.machines[0].processes()) sendSignal(pid, 'SIGKILL')
    expect((await read()).status).toBe('RUNNING')
    sendSignal(asleep!, 'SIGCONT')

    await waitUntil(async () => (await read()).status !== 'RUNNING')
    expect(await read()).toMatchObject({ status: 'DONE', written: IMPORTED })
    expect(await countRows(`deals where slug like 'imported-%'`)).toBe(IMPORTED)
    expect((await ask(1, '/deals')).status).toBe(200)
  })
})
