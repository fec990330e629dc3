import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { env } from '~/env.server'
import { verifyPassword } from '~/features/people/accounts/passwords.server'
import { MailError, senderAddress, verifyMailServer } from '~/mail/transport.server'
import { explainMailError } from './send-test-mail.server'
import { checkSenderDomain, type DeployCheck } from './sender-domain.server'

const COMMON_DATABASE_PASSWORDS = ['', 'postgres', 'password', 'secret', 'admin', 'root', 'changeme', '123456']
const COMMON_PASSWORDS = ['password', '123456', '12345678', 'changeme', 'admin', 'letmein']

/** Checks the settings, the mail server, the DNS and the database for a public site. Takes at most about ten seconds. */
export async function checkDeploy(): Promise<DeployCheck[]> {
  const address = isGenerated('DATABASE_URL') ? undefined : env.DATABASE_URL
  const [mail, database] = await Promise.all([checkMail(), address ? checkDatabase(address) : []])
  return [...checkSettings(), ...mail, ...database]
}

/** How long the pages of staff show the same outcome. */
const FRESH_MS = 60_000

function atMostOncePer(milliseconds: number, run: () => Promise<DeployCheck[]>) {
  let latest: { at: number; checks: Promise<DeployCheck[]> } | undefined
  return () => {
    if (!latest || Date.now() - latest.at > milliseconds) latest = { at: Date.now(), checks: run() }
    return latest.checks
  }
}

/** `checkDeploy` for the pages of staff. */
export const recentChecks = atMostOncePer(FRESH_MS, checkDeploy)
/** Its checks of settings and mail only, which are quick unless the mail server hangs. */
export const recentMailChecks = atMostOncePer(FRESH_MS, async () => [...checkSettings(), ...(await checkMail())])

const CANNOT_SEND = ['SMTP_URL', 'Mail server']
const MAY_NOT_ARRIVE = ['SPF', 'DKIM', 'DMARC']

/** The sentence about emails that cannot be sent or may not arrive; undefined if all is well. */
export function mailProblem(checks: DeployCheck[]) {
  if (checks.some(({ name, problem }) => name === 'SMTP_URL' && problem))
    return 'Nobody can sign up: no mail server is set (SMTP_URL).'
  const failed = checks.find(({ name, problem }) => problem && [...CANNOT_SEND, ...MAY_NOT_ARRIVE].includes(name))
  if (!failed) return undefined
  return `${CANNOT_SEND.includes(failed.name) ? 'Nobody can sign up' : 'Emails may not arrive'}: ${failed.problem}`
}

async function checkMail(): Promise<DeployCheck[]> {
  if (!env.SMTP_URL) return []
  // An admin may have set another sender.
  if (env.DATABASE_URL) await refreshSiteSettings()
  const domain = senderAddress().split('@').at(-1)!
  const sender = { domain, selector: env.DKIM_SELECTOR, privateKey: env.DKIM_KEY }
  const [server, ofDomain] = await Promise.all([
    checkMailServer(),
    // A local site has no domain that the DNS knows.
    domain.endsWith('.invalid') ? [] : checkSenderDomain(sender),
  ])
  return [server, ...ofDomain]
}

async function checkMailServer(): Promise<DeployCheck> {
  const name = 'Mail server'
  try {
    await verifyMailServer()
    return { name }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const sentence = explainMailError(error)
    return { name, problem: sentence.charAt(0).toLowerCase() + sentence.slice(1) }
  }
}

/** Whether `npm start` made a setting itself. It counts as not set, so that the running site says what the command says. */
const isGenerated = (name: 'DATABASE_URL' | 'SESSION_SECRET') => env.generated.includes(name)

function checkSettings(): DeployCheck[] {
  return [
    {
      name: 'SESSION_SECRET',
      problem:
        env.SESSION_SECRET && !isGenerated('SESSION_SECRET')
          ? undefined
          : 'is not set. Make one with: openssl rand -hex 32',
    },
    {
      name: 'SITE_URL',
      problem: env.SITE_URL.startsWith('https:') ? undefined : 'must be the public https address of the site',
    },
    { name: 'DATABASE_URL', problem: findAddressProblem(isGenerated('DATABASE_URL') ? undefined : env.DATABASE_URL) },
    {
      name: 'SMTP_URL',
      problem: env.SMTP_URL ? undefined : 'is not set, so emails are written to files and nobody can sign up',
    },
    { name: 'RATE_LIMIT', problem: env.RATE_LIMIT ? undefined : 'is 0, so passwords can be guessed without limit' },
    {
      name: 'REQUIRE_2FA',
      problem: env.REQUIRE_2FA ? undefined : 'is not 1, so a stolen password is enough to use the rights of staff',
    },
    {
      name: 'BCRYPT_COST',
      problem: env.BCRYPT_COST >= 10 ? undefined : `is ${env.BCRYPT_COST}, so stolen hashes are guessed quickly`,
    },
  ]
}

function findAddressProblem(address: string | undefined) {
  if (!address) return 'is not set. The embedded database is for trying things out: its role can do everything'
  const { username, password } = new URL(address)
  if ([...COMMON_DATABASE_PASSWORDS, username].includes(decodeURIComponent(password)))
    return 'has no password, or a common one'
}

/** Checks of the database, such as what the site's role is allowed to do. */
async function checkDatabase(url: string): Promise<DeployCheck[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })
  try {
    await client.connect()
    return [
      { name: 'Database role', problem: await findRoleProblem(client) },
      { name: 'Job queue', problem: await findQueueProblem(client) },
      { name: 'Migrations', problem: await findPending(client) },
      { name: 'Staff passwords', problem: await findCommonPassword(client) },
    ]
  } catch (error) {
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    return [{ name: 'Database', problem: `cannot be used: ${reason}` }]
  } finally {
    await client.end().catch(() => {})
  }
}

async function findRoleProblem(client: pg.Client) {
  const { rows } = await client.query<{ may: string | null }>(`
    select case
      when rolsuper then 'is a superuser'
      when rolcreaterole or rolcreatedb or rolreplication or rolbypassrls then 'can create roles or databases, or replicate'
      when has_database_privilege(current_database(), 'CREATE') then 'can create schemas'
      when exists (select from pg_namespace where nspname !~ '^pg_' and has_schema_privilege(oid, 'CREATE'))
        then 'can create tables'
      when exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
                   where nspname !~ '^pg_' and nspname <> 'information_schema' and pg_has_role(relowner, 'MEMBER'))
        then 'owns tables and can alter them'
    end as may from pg_roles where rolname = current_user`)
  const may = rows[0]?.may
  if (may) return `${may}. Give the site its own role that can only read and write rows, see docs/security.md`
}

/** Sign-ups, mails and imports add jobs. */
async function findQueueProblem(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean | null }>(`
    select bool_and(has_schema_privilege(relnamespace, 'USAGE') and has_table_privilege(oid, 'SELECT')
      and has_table_privilege(oid, 'INSERT') and has_table_privilege(oid, 'UPDATE')) as may
    from pg_class where relnamespace = to_regnamespace('graphile_worker') and relkind = 'r' and relname like '%jobs'`)
  if (!rows[0]?.may) return "cannot be used by the site's role. The rights that it needs are in docs/security.md"
}

async function findPending(client: pg.Client) {
  const known = await readdir(path.resolve('migrations'))
  const { rows } = await client
    .query<{ name: string }>('select name from kysely_migration')
    .catch(() => ({ rows: [] as { name: string }[] }))
  const applied = new Set(rows.map(({ name }) => name))
  const pending = known.map((file) => path.parse(file).name).filter((name) => !applied.has(name))
  if (pending.length > 0) return `${pending.length} are pending. Run: npm run migrate`
}

async function findCommonPassword(client: pg.Client) {
  const exists = await client.query<{ name: string | null }>(`select to_regclass('credentials')::text as name`)
  if (!exists.rows[0]?.name) return
  const { rows } = await client.query<{ id: string; password_hash: string }>(
    `select p.id, password_hash from credentials c join profiles p on p.id = c.user_id
     where p.role in ('ADMIN', 'MANAGER') limit 20`,
  )
  for (const { id, password_hash } of rows) {
    for (const password of COMMON_PASSWORDS) {
      if (await verifyPassword(password, password_hash)) return `the account ${id} has a common password`
    }
  }
}
