import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { PRICE_PERIODS } from '~/features/catalog/deals/regular-price'
import { AFFECTS_OWNERS, CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import { resubmittedText } from '~/features/contributions/decisions/resubmitted.server'
import { hasPlans, partsOf, REPORT_SUBJECTS, subjectOf } from '~/features/contributions/reported-values/reported-fields'
import {
  type DealRecord,
  inControl,
  onRecord,
  parseValue,
  readReported,
  targetsOf,
  writeValue,
} from '~/features/contributions/reported-values/reported-values.server'
import { saveSourceSoon } from '~/features/contributions/sources/sources.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import { address, choice, day, line, optional, paragraphs } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { findDealRecord } from './apply-value.server'
import { titleOfPriceChange } from './price-report'

// Asked even while other fields have errors, so that all are shown at once.
const always = { when: () => true }

/** A new price describes itself. */
const hasOwnWords = ({ kind, new_value }: { kind?: unknown; new_value?: unknown }) =>
  kind === 'PRICE' && Boolean(new_value)

/**
 * A change report as members send it. Only title and description have to be filled in (spec §5), except with a new price. A
 * new value of a field of the deal is one that the field accepts, and the value before is that of the deal unless it is
 * given.
 */
export const changeReportForm = (deal: DealRecord) =>
  z
    .object({
      title: optional('Title', line(LIMITS.title), ''),
      description: optional('Description', paragraphs(LIMITS.description), ''),
      kind: z.enum(REPORT_SUBJECTS, { error: 'Choose a kind from the list.' }).default('OTHER'),
      plan_name: optional('Plan', nameIn(deal.plans.map(({ name }) => name)), null),
      limit_label: optional('Limit', nameIn(deal.limits.map(({ label }) => label)), null),
      old_value: optional('Value before', line(LIMITS.value), null),
      new_value: optional('Value now', line(LIMITS.value), null),
      period: optional('Billing period', choice(PRICE_PERIODS), null),
      effective_on: optional('Effective date', day, null),
      source_url: optional('Source link', address, null),
      affects_owners: z.enum(AFFECTS_OWNERS, { error: 'Choose an answer from the list.' }).default('UNKNOWN'),
    })
    .refine((report) => report.title !== '' || hasOwnWords(report), {
      path: ['title'],
      message: 'Title is required.',
      ...always,
    })
    .refine((report) => report.description !== '' || hasOwnWords(report), {
      path: ['description'],
      message: 'Description is required.',
      ...always,
    })
    .transform(({ kind: subject, plan_name, limit_label, period, ...report }, context) => {
      const { kind, field } = partsOf(subject, targetsOf(deal))
      if (!field) return { ...report, kind, field, plan_name: null, limit_label: null }
      const refuse = (words: string) => {
        context.addIssue({ code: 'custom', path: ['new_value'], message: `Value now ${words}.` })
        return z.NEVER
      }
      const [onlyLimit, ...otherLimits] = deal.limits
      const limit = limit_label ?? (otherLimits.length === 0 ? (onlyLimit?.label ?? null) : null)
      const target = { plan_name: hasPlans(field) ? plan_name : null, limit_label: field === 'limits' ? limit : null }
      const present = { currency: deal.currency, period: deal.deal_price_period }
      const before = report.old_value ?? onRecord(deal, field, { plan: target.plan_name, limit: target.limit_label })
      if (report.new_value === null) return { ...report, kind, field, ...target, old_value: before }
      const value = parseValue(field, report.new_value, deal)
      if (value instanceof ValueError) return refuse(value.words)
      const new_value = writeValue(field, { value, ...present, period: period ?? present.period })
      if (field !== 'deal_price') return { ...report, kind, field, ...target, old_value: before, new_value }
      const read = before === null ? undefined : readReported(field, before, deal)
      const old_value = read ? writeValue(field, read) : before
      if (old_value === new_value) return refuse('is the same as before')
      const title = report.title || titleOfPriceChange((read?.value ?? null) as string | null, `${value}`)
      const description = report.description || title
      return { ...report, title, description, kind, field, ...target, old_value, new_value }
    })
export type ChangeReport = z.infer<ReturnType<typeof changeReportForm>>

/** A name that the deal has now. */
const nameIn =
  (names: string[]): Parser =>
  (name) =>
    names.includes(name) ? name : new ValueError('is no longer one of the deal. Choose it from the list')

/** The form of the reports on a deal; undefined if the deal was deleted. */
export async function findReportForm(dealId: string) {
  const deal = await findDealRecord(db, dealId)
  return deal && changeReportForm(deal)
}

type ShownDeal = Pick<DealRecord, 'currency' | 'deal_price_period'> & {
  deal_price: string | null
  plans: Pick<DealRecord, 'plans' | 'limits'>
}

/** What the form begins with: the kind that was asked for or that is edited, and the values as its controls have them. */
export function beginReport(
  { plans, deal_price, ...deal }: ShownDeal,
  edited: OwnReport | undefined,
  asked: string | null,
) {
  const targets = targetsOf({ ...deal, ...plans })
  const kind = REPORT_SUBJECTS.find((known) => known === asked) ?? (edited ? subjectOf(edited) : 'OTHER')
  const { field } = partsOf(kind, targets)
  const read = field && edited?.new_value ? readReported(field, edited.new_value, deal) : undefined
  const isOwnCurrency = read?.currency === deal.currency
  const values: Record<string, string | null> = {
    affects_owners: 'UNKNOWN',
    ...(edited && pick(edited)),
    period: read?.period ?? deal.deal_price_period,
  }
  if (field && read && isOwnCurrency) values.new_value = inControl(field, read.value)
  return { targets, kind, values, price: deal_price ?? '' }
}
export type ReportForm = ReturnType<typeof beginReport>

function pick({ title, description, old_value, new_value, effective_on, source_url, ...others }: OwnReport) {
  const { affects_owners, plan_name, limit_label } = others
  return { title, description, old_value, new_value, effective_on, source_url, affects_owners, plan_name, limit_label }
}

type OwnReport = Awaited<ReturnType<typeof listOwnReports>>[number]

/** More than the daily limit allows in a week. */
const OWN_LIMIT = 50

/** Pending and rejected reports of a user about a deal, newest first. */
export async function listOwnReports(authorId: string, dealId: string) {
  return db
    .selectFrom('change_logs as report')
    .innerJoin('deals', 'deals.id', 'report.deal_id')
    .select(['report.id', 'report.title', 'report.description', 'kind', 'old_value', 'new_value', 'effective_on'])
    .select(['source_url', 'affects_owners', 'field', 'plan_name', 'limit_label', 'report.status', 'report.created_at'])
    .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
    .select('deals.currency')
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('report.status', '<>', 'APPROVED')
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc')
    .limit(OWN_LIMIT)
    .execute()
}

/** A repeated report is not counted. `missing`: the deal was unpublished or deleted in the meantime. */
export async function submitChangeReport(authorId: string, dealId: string, report: ChangeReport): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockPublishedDeal(trx, dealId))) return 'missing'
    await lockAuthor(trx, authorId)
    if (await findPendingDuplicate(trx, authorId, dealId, report)) return 'submitted'
    const retryAfter = await consumeRateLimit('change report of account', authorId, trx)
    if (retryAfter) return { retryAfter }

    const { id } = await trx
      .insertInto('change_logs')
      .values({ ...report, deal_id: dealId, reported_by_user_id: authorId })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (report.source_url) await saveSourceSoon(trx, id)
    return 'submitted'
  })
}

/**
 * Edits a report that is not approved and returns it to moderation. `missing`: the user has no such report, or it was
 * verified in the meantime.
 */
export async function resubmitChangeReport(
  authorId: string,
  dealId: string,
  id: string,
  report: ChangeReport,
): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    const editable = trx
      .selectFrom('change_logs')
      .select('id')
      .where('id', '=', id)
      .where('reported_by_user_id', '=', authorId)
      .where('deal_id', '=', dealId)
      .where('status', '<>', 'APPROVED')
      .forNoKeyUpdate()
    if (!(await editable.executeTakeFirst())) return 'missing'
    if ((await findPendingDuplicate(trx, authorId, dealId, report))?.id === id) return 'submitted'
    const retryAfter = await consumeRateLimit('change report of account', authorId, trx)
    if (retryAfter) return { retryAfter }

    await trx
      .updateTable('change_logs')
      .set({ ...report, ...resubmittedText() })
      .where('id', '=', id)
      .execute()
    // The page may be another one.
    await trx
      .deleteFrom('sources')
      .where('change_id', '=', id)
      .where('url', 'is distinct from', report.source_url)
      .execute()
    if (report.source_url) await saveSourceSoon(trx, id)
    return 'submitted'
  })
}

/** An identical pending report of the user. */
async function findPendingDuplicate(trx: Trx, authorId: string, dealId: string, report: ChangeReport) {
  const fields = Object.entries(report) as [keyof ChangeReport, string | null][]
  return trx
    .selectFrom('change_logs')
    .select('id')
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where((eb) => eb.and(fields.map(([name, value]) => eb(name, 'is not distinct from', value as never))))
    .executeTakeFirst()
}
