import { createHash } from 'node:crypto'
import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { formatValue } from '~/features/catalog/record/change-log'
import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import { type FetchOptions, fetchPage, oneAtATime } from '~/http/fetch-page.server'
import { FAILURE_WORDS } from '~/http/network.server'
import { passageOf } from './passage'
import { readableTextOf } from './readable-text.server'

/** A page may show its terms after a lot of script. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024
const KEPT_DAYS = 30
/** The job is tried again later then. */
const TURN_TIMEOUT_MS = 60_000

/** Saves the source of a change report soon, because a person sent or decided it. Does nothing for a report without. */
export async function saveSourceSoon(executor: Executor, changeId: string) {
  await addJob(executor, 'save_source', { changeId }, { key: `save_source:${changeId}` })
}

export async function saveSource(job: JobPayload<'save_source'>, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  if (!env.LINK_CHECKS) return
  await fetchSource(job.changeId, { signal: abortSignal })
}

/**
 * Fetches the page that a report names and stores its readable text, unless that was done within a day. A text that
 * stays is the earlier one when the page can no longer be read, or no longer has the reported value.
 */
export async function fetchSource(changeId: string, options: Pick<FetchOptions, 'network' | 'timeoutMs' | 'signal'>) {
  const due = await findDue(changeId)
  if (!due) return
  const result = await readSource(due.url, options)
  const hasValue = (text: string) =>
    (passageOf(text, formatValue(due.new_value, due) ?? '', due.currency)?.count ?? 0) > 0
  if (due.text !== null && 'text' in result && hasValue(due.text) && !hasValue(result.text)) return
  const values = {
    url: due.url,
    ...('failure' in result
      ? result
      : { text: result.text, hash: hashOf(result.text), saved_at: sql<Date>`now()`, failure: null }),
  }
  await inTransaction(async (trx) => {
    // The report may have been edited or deleted meanwhile.
    const report = trx
      .selectFrom('change_logs')
      .select('id')
      .where('id', '=', changeId)
      .where('source_url', '=', due.url)
    if (!(await report.forKeyShare().executeTakeFirst())) return
    await trx
      .insertInto('sources')
      .values({ change_id: changeId, ...values })
      .onConflict((conflict) => conflict.column('change_id').doUpdateSet(values))
      .execute()
  })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function findDue(changeId: string) {
  const found = await db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .leftJoin('sources', (join) =>
      join.onRef('change_id', '=', 'change_logs.id').onRef('sources.url', '=', 'change_logs.source_url'),
    )
    .select(['source_url as url', 'kind', 'new_value', 'deals.currency', 'sources.text'])
    .select(sql<boolean>`coalesce(saved_at > now() - interval '1 day', false)`.as('is_fresh'))
    .where('change_logs.id', '=', changeId)
    .where('source_url', 'is not', null)
    .$narrowType<{ url: string }>()
    .executeTakeFirst()
  return found?.is_fresh ? undefined : found
}

async function readSource(url: string, options: FetchOptions): Promise<{ text: string } | { failure: string }> {
  const takeTurn = oneAtATime({ signal: options.signal, timeoutMs: TURN_TIMEOUT_MS })
  const { page, failure } = await fetchPage(url, { ...options, takeTurn, maxBytes: MAX_PAGE_BYTES })
  if (!page) return { failure: FAILURE_WORDS[failure] }
  if (page.status < 200 || page.status > 299) return { failure: `it answered with the error ${page.status}` }
  const text = readableTextOf(page)
  return text === '' ? { failure: 'it has no text that we can read' } : { text }
}

/** What staff see of the source of a report; undefined before it was fetched. `text` only where it is asked for. */
export async function findEvidence(
  changeId: string,
  change: Pick<ReportedChange, 'kind' | 'oldValue' | 'newValue' | 'currency'>,
  hasText: boolean,
) {
  const found = await db
    .selectFrom('sources')
    .innerJoin('change_logs', 'change_logs.id', 'change_id')
    .select(['sources.url', 'text', 'hash', 'saved_at', 'failure'])
    .whereRef('sources.url', '=', 'change_logs.source_url')
    .where('change_id', '=', changeId)
    .executeTakeFirst()
  if (!found) return undefined
  const { text, ...source } = found
  const passages = [
    { term: 'New value', value: formatValue(change.newValue, change) },
    { term: 'Old value', value: formatValue(change.oldValue, change) },
  ].flatMap(({ term, value }) => {
    const passage = text !== null && value !== null ? passageOf(text, value, change.currency) : undefined
    return passage && value !== null ? [{ term, value, ...passage }] : []
  })
  return { ...source, bytes: text === null ? 0 : Buffer.byteLength(text), passages, text: hasText ? text : null }
}
export type Evidence = NonNullable<Awaited<ReturnType<typeof findEvidence>>>

/** Daily clean-up. */
export async function deleteOldSources() {
  await db
    .deleteFrom('sources')
    .using('change_logs')
    .whereRef('change_logs.id', '=', 'change_id')
    .where('status', '=', 'REJECTED')
    .where('moderated_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}
