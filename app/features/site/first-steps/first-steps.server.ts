import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { DEMO_DEALS } from '~/features/site/demo/demo-content'
import { findDemoContent } from '~/features/site/demo/remove-demo.server'
import { mailProblem, recentMailChecks } from '~/features/site/operations/deploy-checks.server'
import { site } from '~/site.server'
import { pluralize } from '~/ui/pluralize'
import type { StepState } from '~/ui/steps'

/** A step of a new site, with links to the screens where it is done. */
export type FirstStep = { title: string; state: StepState; text: string; links: { to: string; label: string }[] }

const HIDDEN = 'first-steps.hidden'

/** The dashboard does not wait longer for a mail server that hangs. */
const MAX_WAIT_MS = 1_000

/** What is left to do on a new site; undefined once all is done or an admin hid it. */
export async function listFirstSteps(): Promise<FirstStep[] | undefined> {
  if (await isHidden()) return undefined
  const [mail, counts, demo] = await Promise.all([mailStep(), countOwn(), demoStep()])
  const { name, logo, imprint, categories, platforms, deals } = counts
  const isNamed = name || site.name !== DEFAULT_NAME
  const steps = [
    step('Name and logo', isNamed && logo, nameText(isNamed, logo), [{ to: '/admin/site', label: 'Set them' }]),
    step('Imprint', imprint, imprint ? 'Written.' : 'Not written yet. Most countries ask for one.', [
      { to: '/admin/pages/imprint', label: 'Write it' },
    ]),
    mail,
    step(
      'Categories and platforms',
      categories > 0 && platforms > 0,
      `${categories === 1 ? '1 category' : `${categories} categories`}, ${pluralize(platforms, 'platform')}.`,
      [{ to: '/admin/categories', label: 'Add them' }],
    ),
    step('First deals', deals > 0, deals > 0 ? `${pluralize(deals, 'deal')} of your own.` : 'None of your own yet.', [
      { to: '/admin/csv-import', label: 'Import a file' },
      { to: '/admin/deals/new', label: 'New Deal' },
    ]),
    demo,
  ]
  return steps.every(({ state }) => state === 'ok') ? undefined : steps
}

const DEFAULT_NAME = 'Lifetime Ledger'

function nameText(isNamed: boolean, hasLogo: boolean) {
  if (isNamed) return hasLogo ? `${site.name}, with your own logo.` : `${site.name}, without your own logo.`
  return hasLogo ? `Your own logo, but the name is still ${DEFAULT_NAME}.` : `Still ${DEFAULT_NAME}, with its logo.`
}

function step(title: string, isDone: boolean, text: string, links: FirstStep['links']): FirstStep {
  return { title, state: isDone ? 'ok' : 'open', text, links: isDone ? [] : links }
}

async function mailStep(): Promise<FirstStep> {
  const links = [{ to: '/admin/system', label: 'See what to do' }]
  const checks = await Promise.race([recentMailChecks(), sleep(MAX_WAIT_MS, undefined)])
  if (!checks) return { title: 'Mail', state: 'warn', text: 'The mail server has not answered yet.', links }
  const problem = mailProblem(checks)
  return problem
    ? { title: 'Mail', state: 'bad', text: problem, links }
    : step('Mail', true, 'The mail server accepts emails.', [])
}

async function demoStep(): Promise<FirstStep> {
  const { counts, staying } = await findDemoContent()
  const { deals, reviews, changes } = counts
  const stays =
    staying.length > 0 ? ` ${pluralize(staying.length, 'deal')} ${staying.length === 1 ? 'stays' : 'stay'}.` : ''
  return step(
    'Remove the demo content',
    deals === 0,
    deals === 0
      ? `There is none.${stays}`
      : `${pluralize(deals, 'deal')}, ${pluralize(reviews, 'review')} and ${pluralize(changes, 'change')} are invented.${stays}`,
    [{ to: '/admin/demo', label: 'Remove it' }],
  )
}

/** Deals of the demo content do not count. */
async function countOwn() {
  const demo = DEMO_DEALS.map(({ slug }) => slug)
  const { rows } = await sql<{
    name: boolean
    logo: boolean
    imprint: boolean
    categories: number
    platforms: number
    deals: number
  }>`
    select exists (select from site_settings where name is not null) as name,
      exists (select from site_settings where logo_light_id is not null) as logo,
      exists (select from pages where slug = 'imprint' and body is not null) as imprint,
      (select count(*)::int from categories) as categories,
      (select count(*)::int from platforms) as platforms,
      (select count(*)::int from (select from deals where published and slug <> all(${demo}) limit 1000) own) as deals
  `.execute(db)
  return rows[0]!
}

async function isHidden() {
  const entry = await db.selectFrom('audit_log').select('id').where('action', '=', HIDDEN).limit(1).executeTakeFirst()
  return entry !== undefined
}

export async function hideFirstSteps(admin: { id: string }) {
  await recordAudit({ actor: admin.id, action: HIDDEN, entity: 'site', id: null })
}
