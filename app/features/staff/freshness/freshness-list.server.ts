import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { lastSeen } from '~/features/catalog/deals/availability-date'
import { listCategoryIds } from '~/features/catalog/deals/list/filter-values.server'
import { type DealsQuery, matching } from '~/features/catalog/deals/list/find-deals.server'
import {
  isOpen,
  isOpenOrUpcoming,
  isShownAs,
  LAST_DAY,
  shownStatus,
} from '~/features/catalog/deals/shown-status.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import type { BrokenLinkDetails } from '~/features/contributions/availability/alert'
import { countCapped } from '~/features/staff/moderation/waiting-counts.server'
import { formatDate, formatDay } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import {
  type FreshnessCounts,
  type FreshnessRow,
  type FreshnessSection,
  ROWS_PER_PAGE,
  ROWS_PER_SECTION,
  type UnconfirmedFilter,
} from './freshness'

/** The sections whose deals are checked one by one. */
const ALERT_KINDS = { reported: 'ENDED_REPORTS', broken: 'BROKEN_LINK' } as const

const hasOpenAlert = sql<SqlBool>`exists (
  select from deal_alerts where deal_id = deals.id and kind in ('ENDED_REPORTS', 'BROKEN_LINK') and status = 'PENDING')`

/** Open or upcoming deals that were not checked for 90 days, or for 30 days when they end soon. */
const isUnchecked = () => sql<SqlBool>`deals.published and deals.status <> 'EXPIRED' and ${isOpenOrUpcoming()}
  and (deals.checked_at is null or deals.checked_at < now() - interval '90 days'
    or ${isShownAs('ENDING_SOON')} and deals.checked_at < now() - interval '30 days')
  and not ${hasOpenAlert}`

/** As `lastSeen`. */
const LAST_SEEN = sql<string>`coalesce(deals.confirmed_on, deals.start_date)`

const isUnconfirmed = () => sql<SqlBool>`deals.published and ${isShownAs('UNCONFIRMED')}`

const openAlerts = (section: keyof typeof ALERT_KINDS) =>
  sql`from deal_alerts where kind = ${ALERT_KINDS[section]} and status = 'PENDING'`

/** Published deals whose picture could not be fetched on three days. */
const missingPictures = sql`from picture_fetches join deals on deals.id = deal_id where tries = 3 and deals.published`

export async function countFreshness(): Promise<FreshnessCounts> {
  const { rows } = await sql<FreshnessCounts>`
    select ${countCapped(openAlerts('reported'))} as reported,
      ${countCapped(openAlerts('broken'))} as broken,
      ${countCapped(sql`from deals where ${isUnconfirmed()}`)} as unconfirmed,
      ${countCapped(sql`from deals where ${isUnchecked()}`)} as unchecked,
      ${countCapped(missingPictures)} as pictures`.execute(db)
  return rows[0]!
}

/** The share of open deals that were checked within 90 days, in whole percent; null without open deals. */
export async function findCheckedShare(): Promise<number | null> {
  const { rows } = await sql<{ share: number | null }>`
    select floor(100.0 * count(*) filter (where checked_at >= now() - interval '90 days') / nullif(count(*), 0))::int as share
    from deals where published and ${isOpen()}`.execute(db)
  return rows[0]!.share
}

/** One page of a section, or with page 0 its first few deals. */
export async function listSection(
  section: FreshnessSection,
  page = 0,
  filter: UnconfirmedFilter = { year: '', tag: '', category: '' },
): Promise<FreshnessRow[]> {
  const limit = page === 0 ? ROWS_PER_SECTION : ROWS_PER_PAGE
  const offset = Math.max(page - 1, 0) * limit
  const ids =
    section === 'unconfirmed' ? await pageOfUnconfirmed(filter, limit, offset) : await pageOfIds(section, limit, offset)
  return ids.length === 0 ? [] : readRows(section, ids)
}

/** Published deals that are shown as Not confirmed. */
export async function selectUnconfirmed({ year, tag, category }: UnconfirmedFilter): Promise<DealsQuery> {
  const matches = await matching({ status: 'UNCONFIRMED', category, tag, subscriptions: '1', offers: 'all' })
  const ofYear = sql<SqlBool>`${LAST_SEEN} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`
  const deals = year ? matches.where(ofYear) : matches
  // An unknown category has no deals.
  const isUnknown = category !== '' && (await listCategoryIds(category)).length === 0
  return isUnknown ? deals.where(sql<SqlBool>`false`) : deals
}

/** Those of the filter by the year in which they were last seen, and the tags of all. */
export async function describeUnconfirmed(filter: UnconfirmedFilter) {
  const [ofAnyYear, ofAnyTag] = [
    await selectUnconfirmed({ ...filter, year: '' }),
    await selectUnconfirmed({ ...filter, tag: '' }),
  ]
  const [years, tags] = await Promise.all([
    db
      .selectFrom(ofAnyYear.select(sql<string>`to_char(${LAST_SEEN}, 'YYYY')`.as('year')).as('seen'))
      .select((eb) => ['year', eb.fn.countAll<number>().as('count')])
      .groupBy('year')
      .orderBy('year')
      .execute(),
    db
      .selectFrom(ofAnyTag.select(sql<string>`unnest(deals.tags)`.as('tag')).as('tagged'))
      .select((eb) => ['tag', eb.fn.countAll<number>().as('count')])
      .groupBy('tag')
      .orderBy('count', 'desc')
      .orderBy('tag')
      .limit(TAGS_LISTED)
      .execute(),
  ])
  const counted = filter.year ? years.filter(({ year }) => year === filter.year) : years
  return { years, tags, count: counted.reduce((sum, { count }) => sum + count, 0) }
}

/** How many deals match, and how many members saved one of them. */
export async function countUnconfirmed(filter: UnconfirmedFilter) {
  const deals = await selectUnconfirmed(filter)
  return db
    .with('matches', () => deals.select('deals.id'))
    .selectNoFrom((eb) => [
      eb
        .selectFrom('matches')
        .select((all) => all.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('count'),
      eb
        .selectFrom('bookmarks')
        .select((saved) => saved.fn.count<number>('user_id').distinct().as('members'))
        .where('deal_id', 'in', eb.selectFrom('matches').select('id'))
        .$asScalar()
        .$notNull()
        .as('members'),
    ])
    .executeTakeFirstOrThrow()
}

const TAGS_LISTED = 50

async function pageOfUnconfirmed(filter: UnconfirmedFilter, limit: number, offset: number) {
  const deals = await selectUnconfirmed(filter)
  const rows = await deals
    .select('deals.id')
    .orderBy(LAST_SEEN)
    .orderBy('deals.id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

async function pageOfIds(section: Exclude<FreshnessSection, 'unconfirmed'>, limit: number, offset: number) {
  const { rows } = await sql<{ id: string }>`${listIds(section)} offset ${offset} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Alerts by age; unchecked deals by what ends first, and the most clicked first among equals. */
function listIds(section: Exclude<FreshnessSection, 'unconfirmed'>): RawBuilder<unknown> {
  if (section === 'pictures') return sql`select deals.id ${missingPictures} order by due_at, deals.id`
  if (section !== 'unchecked') return sql`select deal_id as id ${openAlerts(section)} order by created_at, id`
  return sql`
    select deals.id from deals
    left join metric_totals clicks on clicks.metric = 'deal_clicks' and clicks.key = deals.id::text
    where ${isUnchecked()}
    order by ${LAST_DAY}, coalesce(clicks.last_90, 0) desc, deals.id`
}

type Row = Omit<FreshnessRow, 'fact' | 'more'> & Doubts

async function readRows(section: FreshnessSection, ids: string[]): Promise<FreshnessRow[]> {
  const { rows } = await sql<Row>`
    select deals.id, slug, title, vendor_name, ${dealPicture} as picture, cta_url, start_date, end_date, confirmed_on, checked_at, imported_at,
      ${shownStatus()} as shown_status,
      (select details from deal_alerts
        where deal_id = deals.id and kind = 'BROKEN_LINK' and status = 'PENDING') as link,
      (select problem from picture_fetches where deal_id = deals.id) as picture_problem,
      array(select json_build_object('hasEnded', has_ended, 'at', reports.created_at, 'wasRight', exists (
          select from availability_reports earlier
          where earlier.user_id = reports.user_id and earlier.status = 'APPROVED'))
        from availability_reports reports
        where deal_id = deals.id and status = 'PENDING' order by reports.created_at) as reports
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place) join deals using (id)
    order by place`.execute(db)
  const now = new Date()
  return rows.map(({ checked_at, imported_at, link, picture_problem, reports, ...deal }) => ({
    ...deal,
    ...reasonOf(section, { ...deal, checked_at, imported_at, link, picture_problem, reports }, now),
  }))
}

type ReportSummary = { hasEnded: boolean; at: string; wasRight: boolean }

/** The doubts about a deal that staff have to check again. */
type Doubts = Pick<FreshnessRow, 'start_date' | 'end_date' | 'confirmed_on'> & {
  checked_at: Date | null
  imported_at: Date | null
  link: BrokenLinkDetails | null
  picture_problem: string | null
  /** The live reports of members, oldest first. */
  reports: ReportSummary[]
}

type Reason = { fact: string; more: string }
const DAY = 86_400_000

/** Why a deal is listed, as a statement and what follows it. */
function reasonOf(section: FreshnessSection, doubts: Doubts, now: Date): Reason {
  if (section === 'unconfirmed') return { fact: `Last seen ${formatDate(lastSeen(doubts))}`, more: '' }
  if (section === 'pictures') return { fact: 'The picture could not be fetched.', more: ` ${doubts.picture_problem}` }
  if (section === 'reported') return describeReports(doubts.reports)
  return section === 'broken' ? describeLink(doubts.link!) : describeCheck(doubts, now)
}

function describeReports(reports: ReportSummary[]): Reason {
  const ended = reports.filter(({ hasEnded }) => hasEnded)
  const available = reports.length - ended.length
  const fact = `${pluralize(ended.length, 'member')} ${ended.length === 1 ? 'says' : 'say'} it has ended`
  const days = [...new Set(ended.map(({ at }) => at.slice(0, 10)))]
  const others =
    available > 0 ? `, ${available.toLocaleString('en-US')} ${available === 1 ? 'says' : 'say'} it is available` : ''
  return { fact, more: `, on ${listDays(days)}${others}. ${describeRecord(ended)}` }
}

function describeRecord(reports: ReportSummary[]) {
  const right = reports.filter(({ wasRight }) => wasRight).length
  if (right === 0) return 'None of them has been right before.'
  if (right < reports.length) return `${right} of them ${right === 1 ? 'was' : 'were'} right before.`
  return right === 2 ? 'Both were right before.' : 'All were right before.'
}

function describeLink({ reason, failedOn }: BrokenLinkDetails): Reason {
  return { fact: reason, more: `, on ${listDays(failedOn)}.` }
}

function describeCheck({ checked_at, imported_at, end_date }: Doubts, now: Date): Reason {
  const ending = describeEnd(end_date, now)
  if (checked_at) {
    const days = Math.floor((now.getTime() - checked_at.getTime()) / DAY)
    return { fact: `Checked ${formatDate(checked_at)}`, more: `, ${pluralize(days, 'day')} ago.${ending}` }
  }
  return { fact: 'Not checked yet.', more: `${imported_at ? ` Imported on ${formatDate(imported_at)}.` : ''}${ending}` }
}

/** Within the week in which a deal is shown as Ending Soon. */
function describeEnd(endDate: string | null, now: Date) {
  if (!endDate) return ''
  const days = (Date.parse(endDate) - Date.parse(now.toISOString().slice(0, 10))) / DAY
  if (days === 0) return ' Ends today.'
  return days > 0 && days <= 7 ? ` Ends in ${pluralize(days, 'day')}.` : ''
}

/** "18, 20 and 21 Nov", "30 Nov and 2 Dec" */
function listDays(days: string[]) {
  const named = days.map((day) => formatDay(new Date(day)).split(' '))
  const words = named.map(([day, month], index) => (named[index + 1]?.[1] === month ? day! : `${day} ${month}`))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
