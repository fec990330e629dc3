import net from 'node:net'
import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { readOpenLinks } from '~/features/catalog/deals/open-links.server'
import {
  composeLink,
  findProgram,
  type LinkPart,
  type LinkProgram,
  PROGRAM_FIELDS,
  PROGRAMS_MAX,
  splitLink,
  templateProblem,
} from '~/features/catalog/links/link-program'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { recordTable } from '~/features/people/records/record-table.server'
import { type RecordKind, type Refused, saveRecord } from '~/features/people/records/save-record.server'
import { line, optional, required } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { isPublicAddress } from '~/http/network.server'
import { pluralize } from '~/ui/pluralize'

const COLUMNS = ['name', 'host', 'platform_id', 'template', 'is_active', 'note', 'version'] as const

/** Every program by name, with the number of open deals that it is for, also while it is paused. */
export async function listManagedPrograms() {
  const [programs, deals] = await Promise.all([
    db
      .selectFrom('link_programs')
      .leftJoin('platforms', 'platforms.id', 'platform_id')
      .select([
        'link_programs.id',
        'platforms.name as platform',
        ...COLUMNS.map((field) => `link_programs.${field}` as const),
      ])
      .orderBy(sql`lower(link_programs.name)`)
      .execute(),
    readOpenLinks(),
  ])
  const counts = new Map<string, number>()
  for (const deal of deals) {
    const id = deal.affiliate_url === null && findProgram(deal, programs)?.program.id
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return programs.map(({ platform, ...program }) => ({
    ...program,
    platform,
    deals: counts.get(program.id) ?? 0,
  }))
}

/** A host such as "dealmint.com", also taken from an address. */
const host: Parser = (submitted) => {
  const url = URL.parse(submitted.includes('://') ? submitted : `https://${submitted}`)
  const name = url?.hostname.replace(/\.$/, '')
  const isHost = url && name?.includes('.') && /^https?:$/.test(url.protocol) && !url.username && !url.port
  return isHost && name && name.length <= PROGRAM_FIELDS.host.max
    ? name
    : new ValueError('must be the name of a host, such as dealmint.com')
}

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/** Like `templateProblem`, and the host may not be one that only this server or its network reaches. */
function findTemplateProblem(template: string) {
  const problem = templateProblem(template)
  if (problem || template.startsWith('?')) return problem
  const name = new URL(template).hostname.replace(/^\[|\]$|\.$/g, '')
  const isPublic = net.isIP(name) ? isPublicAddress(name) : name.includes('.') && !LOCAL_NAME.test(name)
  return isPublic ? undefined : `A template cannot lead to ${name}, which is not on the public internet.`
}

/** The form of a program. `kind` chooses between a host and a platform, whose field does not count otherwise. */
export const programForm = z
  .object({
    name: required('Name', line(PROGRAM_FIELDS.name.max)),
    kind: z.enum(['host', 'platform']).catch('host'),
    host: z.string().optional(),
    platform_id: z.string().optional(),
    template: required('Template', (submitted) =>
      submitted.length > PROGRAM_FIELDS.template.max ? new ValueError('can have at most 1,000 characters') : submitted,
    ).superRefine((template, context) => {
      const message = findTemplateProblem(template)
      if (message) context.addIssue({ code: 'custom', message })
    }),
    note: optional('Note', line(PROGRAM_FIELDS.note.max), null),
    is_active: z.literal('on').optional(),
  })
  .transform(({ kind, is_active, ...form }, context) => {
    const values = {
      ...form,
      is_active: is_active === 'on',
      host: null as string | null,
      platform_id: null as string | null,
    }
    if (kind === 'platform') {
      if (!z.uuid().safeParse(form.platform_id).success) issue('platform_id', 'Platform is required.')
      else values.platform_id = form.platform_id!
      return values
    }
    const given = form.host?.trim() ?? ''
    const name = given === '' ? new ValueError('is required') : host(given)
    if (name instanceof ValueError) {
      issue('host', `Host or domain ${name.words}.`)
      return values
    }
    values.host = name
    return values

    function issue(field: string, message: string) {
      context.addIssue({ code: 'custom', path: [field], message })
    }
  })
export type ProgramValues = z.infer<typeof programForm>

export const PROGRAM: RecordKind<ProgramValues, ProgramValues, ProgramPage> = {
  noun: 'Program',
  entity: 'link_program',
  list: { to: '/admin/links', label: 'Links' },
  description: 'A program and its links.',
  role: 'admin',
  form: programForm,
  titleOf: ({ name }) => name,
  ...recordTable<ProgramValues>('link_programs', PROGRAM_FIELDS),
  async more({ record }) {
    const [platforms, samples] = await Promise.all([listPlatforms(), record && readSamples(record)])
    return { platforms: platforms.map(({ id, name }) => ({ value: id, label: name })), samples }
  },
  // Two new programs at once could exceed the limit.
  lock: (trx) => sql`lock table link_programs in share row exclusive mode`.execute(trx),
  check: (trx, { id, values }) => findProblem(trx, values, id === undefined),
  needsPassword: () => true,
  taken: () => ({
    link_programs_host_key: ['host', 'Another program is for this host.'],
    link_programs_platform_id_fkey: ['platform_id', 'This platform no longer exists.'],
    link_programs_platform_id_key: ['platform_id', 'Another program is for this platform.'],
  }),
  show: async (values) => ({ samples: values && (await readSamples(values)) }),
}

type ProgramPage = { platforms: { value: string; label: string }[]; samples: Samples | undefined }

async function findProblem(trx: Executor, values: ProgramValues, isNew: boolean): Promise<Refused | undefined> {
  const { count } = await trx
    .selectFrom('link_programs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (isNew && count >= PROGRAMS_MAX) {
    return { status: 400, formErrors: [`${PROGRAMS_MAX} programs are the most.`] }
  }
  // Pausing has to work whatever deals were added since.
  if (!values.is_active) return undefined
  const problem = findTemplateProblem(values.template)
  if (problem) return { status: 400, fieldErrors: { template: [problem] } }
  const { failed, deals } = await readSamples(values, trx)
  if (!failed) return undefined
  const message = `${failed.title}: ${failed.problem}. ${pluralize(deals, 'deal')} would use this template.`
  return { status: 400, fieldErrors: { template: [message] } }
}

/** Pauses or resumes a program; with an outdated version nothing is changed. */
export async function setActive(user: { id: string }, id: string, isActive: boolean, version: number) {
  const row = await PROGRAM.find(db, id)
  if (!row) return undefined
  const { version: _, ...values } = row
  const saved = await saveRecord(PROGRAM, user, id, { ...values, is_active: isActive }, version)
  return saved && { saved, name: row.name }
}

const SAMPLES = 5

export type Samples = Awaited<ReturnType<typeof readSamples>>
export type LinkSample = { title: string; slug: string; link?: LinkPart[]; problem?: string }

/** The links that a template makes of the newest published deals it is for, and the first deal for which it fails. */
export async function readSamples(
  program: Pick<ProgramValues, 'host' | 'platform_id' | 'template'>,
  executor: Executor = db,
) {
  const draft: LinkProgram = { ...program, id: '' }
  const candidates = await executor
    .selectFrom('deals')
    .select(['title', 'slug', 'cta_url', 'platform_id'])
    .where('published', '=', true)
    .$if(program.platform_id !== null, (query) => query.where('platform_id', '=', program.platform_id!))
    // The exact host is compared below.
    .$if(program.host !== null, (query) =>
      query.where('cta_url', 'ilike', `%${program.host!.replace(/[%_\\]/g, '\\$&')}%`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const deals = candidates.filter((deal) => findProgram(deal, [draft]))
  const samples = deals.map((deal): LinkSample => {
    const { title, slug } = deal
    const composed = composeLink(program.template, deal)
    if ('problem' in composed) return { title, slug, problem: composed.problem }
    return { title, slug, link: splitLink(composed.url, program.template, deal) }
  })
  const failed = samples.find(({ problem }) => problem)
  const shown = samples.slice(0, SAMPLES)
  return {
    deals: deals.length,
    failed: failed && { title: failed.title, problem: failed.problem! },
    samples: !failed || shown.includes(failed) ? shown : [...shown.slice(0, SAMPLES - 1), failed],
  }
}
