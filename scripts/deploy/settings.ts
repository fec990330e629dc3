import type { env as Env } from '~/env.server'

/** A requirement for public sites. `problem` says what is wrong and how to fix it; undefined if it is met. */
export type Check = { name: string; problem?: string }

const COMMON = ['', 'postgres', 'password', 'secret', 'admin', 'root', 'changeme', '123456']

export function checkSettings(env: typeof Env): Check[] {
  return [
    {
      name: 'SESSION_SECRET',
      problem: env.SESSION_SECRET ? undefined : 'is not set. Make one with: openssl rand -hex 32',
    },
    {
      name: 'SITE_URL',
      problem: env.SITE_URL.startsWith('https:') ? undefined : 'must be the public https address of the site',
    },
    { name: 'DATABASE_URL', problem: findAddressProblem(env.DATABASE_URL) },
    {
      name: 'SMTP_URL',
      problem: env.SMTP_URL ? undefined : 'is not set, so emails are written to files and no one can sign up',
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
  if ([...COMMON, username].includes(decodeURIComponent(password))) return 'has no password, or a common one'
}
