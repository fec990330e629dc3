import { parseArgs } from 'node:util'
import { z } from 'zod'
import { withDatabase } from './database/with-database'

const USAGE = `Usage:
  npm run user -- create --email you@example.com --password "..." --name "You" [--role USER|MANAGER|ADMIN]
  npm run user -- list
  npm run user -- role --email you@example.com --role ADMIN
  npm run user -- suspend --email you@example.com --reason SPAM --note "..."
  npm run user -- activate --email you@example.com
  npm run user -- delete --email you@example.com
  npm run user -- reset-2fa --email you@example.com`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    reason: { type: 'string' },
    note: { type: 'string' },
  },
})

await withDatabase(async () => {
  const { ROLES } = await import('~/features/people/accounts/profile')
  const role = z.enum(ROLES, `--role must be one of ${ROLES.join(', ')}.`)
  switch (positionals[0]) {
    case 'create':
      return create(await parse(role.default('USER')))
    case 'list':
      return list()
    case 'role':
      return change('role', await parse(role))
    case 'suspend':
      return suspendAccount()
    case 'activate':
      return change('status', 'ACTIVE')
    case 'delete':
      return deleteAccount()
    case 'reset-2fa':
      return resetFactors()
    default:
      throw new Error(USAGE)
  }
})
process.exit()

async function parse<Schema extends z.ZodType>(schema: Schema) {
  const result = schema.safeParse(values.role?.toUpperCase())
  if (!result.success) throw new Error(`${result.error.issues[0]?.message}\n\n${USAGE}`)
  return result.data
}

async function create(role: 'USER' | 'MANAGER' | 'ADMIN') {
  const { signUpForm } = await import('~/features/people/accounts/account-form.server')
  const { createProfile } = await import('~/features/people/accounts/profiles.server')
  const form = signUpForm.safeParse(values)
  if (!form.success) throw new Error(`${form.error.issues.map(({ message }) => message).join('\n')}\n\n${USAGE}`)
  if (!(await createProfile({ ...form.data, role }))) throw new Error(`${form.data.email} already has an account.`)
  console.log(`${form.data.email} can sign in as ${role}.`)
}

async function list() {
  const { listProfiles } = await import('~/features/people/accounts/profiles.server')
  for (const { email, name, role, status, confirmed_at } of await listProfiles()) {
    console.log([email, name ?? 'N/A', role, status, confirmed_at ? '' : 'not confirmed'].join('\t').trimEnd())
  }
}

async function resetFactors() {
  const { resetSecondFactors } = await import('~/features/people/second-factors/second-factors.server')
  const profile = await findAccount()
  if (!(await resetSecondFactors(null, profile))) throw new Error(`${profile.email} has no second factor.`)
  console.log(`${profile.email} signs in with the password alone until a second factor is set up again.`)
}

async function findAccount() {
  const { normalizeEmail } = await import('~/features/people/accounts/account-form.server')
  const { findProfileByEmail } = await import('~/features/people/accounts/profiles.server')
  const profile = values.email ? await findProfileByEmail(normalizeEmail(values.email)) : undefined
  if (!profile) throw new Error(`No account has the email ${values.email ?? '(none given)'}.\n\n${USAGE}`)
  return profile
}

async function suspendAccount() {
  const { SUSPENSION_NOTE_MAX, SUSPENSION_REASONS } = await import('~/features/people/accounts/profile')
  const { suspend } = await import('~/features/people/accounts/rights.server')
  const form = z.object({
    reason: z.enum(SUSPENSION_REASONS, `--reason must be one of ${SUSPENSION_REASONS.join(', ')}.`),
    note: z.string('--note must say why. The person reads it.').trim().min(1).max(SUSPENSION_NOTE_MAX),
  })
  const suspension = form.safeParse({ ...values, reason: values.reason?.toUpperCase() })
  if (!suspension.success) throw new Error(`${suspension.error.issues[0]?.message}\n\n${USAGE}`)
  const profile = await findAccount()
  const outcome = await suspend(null, profile.id, suspension.data)
  if (outcome === 'last-admin') throw new Error(`${profile.email} is the last active admin and must stay one.`)
  if (outcome === 'outdated') throw new Error(`${profile.email} is suspended already.`)
  console.log(`${profile.email} is now SUSPENDED.`)
}

async function deleteAccount() {
  const { deleteProfile } = await import('~/features/people/accounts/profiles.server')
  const profile = await findAccount()
  if (!(await deleteProfile(profile.id, null))) throw new Error('The last administrator cannot be deleted.')
  console.log(`The account of ${profile.email} is deleted. Its approved contributions stay, without the name.`)
}

async function change(what: 'role' | 'status', to: string) {
  const { changeRole, changeStatus } = await import('~/features/people/accounts/rights.server')
  const profile = await findAccount()
  const outcome =
    what === 'role'
      ? await changeRole(null, profile.id, to as 'USER')
      : await changeStatus(null, profile.id, to as 'ACTIVE')
  if (outcome === 'last-admin') throw new Error(`${profile.email} is the last active admin and must stay one.`)
  console.log(`${profile.email} is now ${to}.`)
}
