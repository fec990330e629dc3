import { createPrivateKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const flag = z.stringbool({ truthy: ['1'], falsy: ['0'], error: 'must be 0 or 1' })
const integer = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`)

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: integer(1, 65_535).default(3000),
  SITE_NAME: z.string().min(1).max(60).default('Lifetime Ledger'),
  /** The origin of links in mails, feeds and canonical tags, without a slash at the end. */
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://deals.example.com' })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** PostgreSQL 15 or later. Without it, an embedded one is started. */
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    })
    .optional(),
  /**
   * The server itself, where DATABASE_URL is a pooler that gives each transaction another connection. For what needs a
   * connection of its own: announcements of changes, the job queue, migrations.
   */
  DATABASE_DIRECT_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    })
    .optional(),
  /** Connections to the database for each web process. */
  POOL_SIZE: integer(2, 100).default(8),
  /** How many web processes share the port; one for each core unless set. Read by scripts/serve/processes.ts. */
  WEB_CONCURRENCY: integer(1, 64).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Keys for cookies are derived from it. Several, separated by commas: the first signs, all are accepted. */
  SESSION_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine((list) => list.every(isStrong), 'must be at least 32 random bytes, such as `openssl rand -hex 32` gives')
    .optional(),
  /** Where mail goes. Without it, mail is written to files below DATA_DIR. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@host:587' })
    .optional(),
  /** The sender of mails. */
  MAIL_FROM: z.email().optional(),
  /** Where the DNS has the public key of DKIM_KEY: at DKIM_SELECTOR._domainkey.(domain of the sender). */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'must be a name of letters, digits and hyphens, such as ledger')
    .optional(),
  /** The private key that signs mails. */
  DKIM_KEY: z
    .string()
    .superRefine((pem, context) => {
      const message = findSigningKeyProblem(pem)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  /** How many mails are sent at most, by all processes together. Mails about accounts are sent at once and count. */
  MAIL_PER_MINUTE: integer(1, 100_000).default(60),
  /**
   * The mailboxes that the contact page names: of readers and members, and of vendors. The messages of the contact form
   * go to the first.
   */
  CONTACT_EMAIL: z.email().optional(),
  VENDORS_EMAIL: z.email().optional(),
  /** Number of trusted proxies in front of the site, and so of X-Forwarded-For entries. */
  TRUST_PROXY: integer(0, 9).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  /** 0 disables rate limiting (tests only). */
  RATE_LIMIT: flag.default(true),
  /** The work of one password hash, as a power of two. Tests need no more than the least. */
  BCRYPT_COST: integer(4, 16).default(10),
  /** 1: managers and admins have no rights until they have set up a second factor. */
  REQUIRE_2FA: flag.default(false),
  /** Where Prometheus finds `/metrics`: a port of its own. Without one nothing is measured. */
  METRICS_PORT: integer(1, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .refine(isStrong, 'must be at least 32 random bytes, such as `openssl rand -hex 32` gives')
    .optional(),
  /** 0 never connects to the vendors' sites that deals link to. */
  LINK_CHECKS: flag.default(true),
  /** Whether the job worker writes a backup to DATA_DIR/backups every day. Default: with the embedded database only. */
  BACKUPS: flag.optional(),
  SEED_DEMO: flag.default(true),
})

/** Secrets, and addresses that contain a password. Each can also be in a file: the variable NAME_FILE has its path. */
const SECRETS = ['SESSION_SECRET', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL', 'DKIM_KEY', 'METRICS_TOKEN']

// Rejects the values of example files, which are long enough but public.
function isStrong(secret: string) {
  return Buffer.byteLength(secret) >= 32 && new Set(secret).size >= 8 && !/change|replace|example/i.test(secret)
}

// With any other key nodemailer would send mails without a signature.
function findSigningKeyProblem(pem: string) {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    if (asymmetricKeyType === 'rsa' && bits >= 1024) return undefined
    return `must be an RSA key of at least 1024 bits. ${MAKE_KEY}`
  } catch {
    return `must be a private key in PEM format without a passphrase. ${MAKE_KEY}`
  }
}

const MAKE_KEY = 'Make one with: openssl genrsa -out dkim.pem 2048'

/**
 * Reads the settings. An empty value counts as not set, as in an unedited line of `.env`. Replaces each NAME_FILE by the
 * secret itself, so that child processes have the same one even if the file changes.
 *
 * @throws an Error that names every invalid variable and what it must be
 */
function parseEnv(raw: NodeJS.ProcessEnv) {
  const present = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''))
  const { secrets, problems } = readSecretFiles(present)
  const result = schema.safeParse({ ...present, ...secrets })
  for (const { path, message } of result.error?.issues ?? []) {
    const name = path.join('.')
    problems.push(`${name in secrets ? `${name}_FILE` : name}: ${message}`)
  }
  if (!result.success || problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`)
    throw new Error(`These environment variables have invalid values:\n${lines.join('\n')}`)
  }
  for (const [name, secret] of Object.entries(secrets)) {
    raw[name] = secret
    delete raw[`${name}_FILE`]
  }
  const { SITE_URL = `http://localhost:${result.data.PORT}`, ...rest } = result.data
  if (!rest.SESSION_SECRET && rest.DATABASE_URL && rest.NODE_ENV === 'production') {
    // Several processes may share that database, and must accept each other's cookies.
    throw new Error('SESSION_SECRET must be set when DATABASE_URL is. Make one with: openssl rand -hex 32')
  }
  if (Boolean(rest.DKIM_SELECTOR) !== Boolean(rest.DKIM_KEY)) {
    const missing = rest.DKIM_KEY ? 'DKIM_SELECTOR' : 'DKIM_KEY_FILE'
    throw new Error(`${missing} is missing: emails are signed with DKIM_SELECTOR and DKIM_KEY_FILE together.`)
  }
  if (rest.METRICS_PORT && !rest.METRICS_TOKEN && !isLoopbackHost(rest.METRICS_HOST)) {
    throw new Error(
      'METRICS_TOKEN must be set when METRICS_HOST is reachable from other machines. Make one with: openssl rand -hex 32',
    )
  }
  return {
    ...rest,
    SITE_URL,
    /** The settings that `npm start` made itself, for a trial: the embedded database and a secret. */
    generated: (raw.GENERATED_SETTINGS ?? '').split(','),
    BACKUPS: rest.BACKUPS ?? !rest.DATABASE_URL,
    CONTACT_EMAIL: rest.CONTACT_EMAIL ?? mailboxAt(SITE_URL, 'hello'),
    VENDORS_EMAIL: rest.VENDORS_EMAIL ?? mailboxAt(SITE_URL, 'vendors'),
  }
}

/** The secrets that are in files, by the name of their setting. */
function readSecretFiles(present: Record<string, string | undefined>) {
  const secrets: Record<string, string> = {}
  const problems: string[] = []
  for (const name of SECRETS) {
    const file = present[`${name}_FILE`]
    if (file === undefined) continue
    const found = present[name] ? { problem: `cannot be set together with ${name}` } : readSecretFile(file)
    if ('problem' in found) problems.push(`${name}_FILE: ${found.problem}`)
    else secrets[name] = found.secret
  }
  return { secrets, problems }
}

/** The content of a file without the line break that editors put at its end. */
function readSecretFile(file: string) {
  try {
    const secret = fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return secret === '' ? { problem: `${file} is empty` } : { secret }
  } catch (error) {
    return { problem: `cannot be read: ${(error as Error).message}` }
  }
}

/** An IPv6 address may be in brackets, as in a URL. */
export const isLoopbackHost = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/** A local site gets an address that cannot exist. */
function mailboxAt(siteUrl: string, name: string) {
  const { hostname } = new URL(siteUrl)
  return `${name}@${hostname.includes('.') ? hostname.replace(/^www\./, '') : 'localhost.invalid'}`
}

/** The settings of this process. The only reader of process.env. */
export const env = parseEnv(process.env)

let secrets: string[] | undefined

/**
 * The secrets that http/signing-keys.server.ts derives its keys from, newest first. Without SESSION_SECRET a random one
 * is created once and stored below DATA_DIR.
 */
export function sessionSecrets(): string[] {
  secrets ??= env.SESSION_SECRET ?? [readOrMakeSecret()]
  return secrets
}

function readOrMakeSecret() {
  const file = path.resolve(env.DATA_DIR, 'session-secret')
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o711 })
  try {
    fs.writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(file, 'utf8')
}
