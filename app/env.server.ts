import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
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
  /** The only origin that links in mails, feeds and canonical tags are made from. No slash at the end. */
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://deals.example.com' })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** PostgreSQL 15 or later. Without it, an embedded one is started. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user:password@host:5432/database')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  SEED_DEMO: flag.default(true),
})

/**
 * Reads the settings. An empty value counts as not set, because that is what an untouched line of `.env` gives.
 *
 * @throws an Error that names every bad value and says what it must be
 */
function parseEnv(raw: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`These environment variables need another value:\n${lines.join('\n')}`)
  }
  const { SITE_URL = `http://localhost:${result.data.PORT}`, ...rest } = result.data
  return { ...rest, SITE_URL }
}

/** The settings of this process. The only reader of process.env. */
export const env = parseEnv(process.env)
