import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { lastSeen } from '~/features/catalog/deals/availability-date'
import {
  isOpen,
  isOpenOrUpcoming,
  isShownAs,
  LAST_DAY,
  shownStatus,
} from '~/features/catalog/deals/shown-status.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { formatDate } from '~/ui/local-date'
import { COUNT_CAP, pluralize } from '~/ui/pluralize'
import {
  type FreshnessCounts,
  type FreshnessRow,
  type FreshnessSection,
  ROWS_PER_PAGE,
  ROWS_PER_SECTION,
} from './freshness'

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

const openAlerts = (kind: string) => sql`from deal_alerts where kind = ${kind} and status = 'PENDING'`

/** A column that counts rows; COUNT_CAP + 1 means any larger number. */
const countCapped = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (select ${rows} limit ${COUNT_CAP + 1}) counted)`

/** Published deals whose picture could not be fetched on three days. */
const missingPictures = sql`from picture_fetches join deals on deals.id = deal_id where tries = 3 and deals.published`

export async function countFreshness(): Promise<FreshnessCounts> {
  const { rows } = await sql<FreshnessCounts>`
    select ${countCapped(openAlerts('ENDED_REPORTS'))} as reported,
      ${countCapped(openAlerts('BROKEN_LINK'))} as broken,
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
export async function listSection(section: FreshnessSection, page = 0): Promise<FreshnessRow[]> {
  const limit = page === 0 ? ROWS_PER_SECTION : ROWS_PER_PAGE
  const offset = Math.max(page - 1, 0) * limit
  const { rows } = await sql<Row>`
    select deals.id, slug, title, vendor_name, ${dealPicture} as picture, cta_url, start_date, end_date, confirmed_on,
      checked_at, imported_at, ${shownStatus()} as shown_status,
      (select problem from picture_fetches where deal_id = deals.id) as picture_problem
    from (${listIds(section)} offset ${offset} limit ${limit}) listed join deals using (id)
    order by place`.execute(db)
  const now = new Date()
  return rows.map(({ checked_at, imported_at, picture_problem, ...deal }) => ({
    ...deal,
    ...reasonOf(section, { ...deal, checked_at, imported_at, picture_problem }, now),
  }))
}

/** Those last seen long ago first; unchecked deals by what ends first, and the most clicked first among equals. */
function listIds(section: FreshnessSection): RawBuilder<unknown> {
  if (section === 'pictures')
    return sql`select deals.id, row_number() over (order by due_at, deals.id) as place ${missingPictures}`
  if (section === 'unconfirmed') {
    return sql`select deals.id, row_number() over (order by ${LAST_SEEN}, deals.id) as place from deals
      where ${isUnconfirmed()}`
  }
  return sql`
    select deals.id,
      row_number() over (order by ${LAST_DAY}, coalesce(clicks.last_90, 0) desc, deals.id) as place
    from deals
    left join metric_totals clicks on clicks.metric = 'deal_clicks' and clicks.key = deals.id::text
    where ${isUnchecked()}`
}

type Row = Omit<FreshnessRow, 'fact' | 'more'> & Doubts

/** Why a deal is to be checked again. */
type Doubts = Pick<FreshnessRow, 'start_date' | 'end_date' | 'confirmed_on'> & {
  checked_at: Date | null
  imported_at: Date | null
  picture_problem: string | null
}

type Reason = { fact: string; more: string }
const DAY = 86_400_000

/** Why a deal is listed, as a statement and what follows it. */
function reasonOf(section: FreshnessSection, doubts: Doubts, now: Date): Reason {
  if (section === 'unconfirmed') return { fact: `Last seen ${formatDate(lastSeen(doubts))}`, more: '' }
  if (section === 'pictures') return { fact: 'The picture could not be fetched.', more: ` ${doubts.picture_problem}` }
  return describeCheck(doubts, now)
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
