import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { RecipientCounts } from './recipient-counts'

/**
 * Counts the recipients of a verified change of a deal, or of every published deal of a vendor: members with a purchase
 * that was not refunded, and other followers. A change of all deals of a vendor has an entry on each of them.
 */
export async function countRecipients(of: { deal: string } | { vendor: string }): Promise<RecipientCounts> {
  const deals = 'deal' in of ? sql`deals.id = ${of.deal}` : sql`deals.vendor_id = ${of.vendor}`
  const offers =
    'deal' in of ? sql`offer.product_id in (select product_id from changed)` : sql`offer.id in (select id from changed)`
  const { rows } = await sql<RecipientCounts>`
    with changed as (select id, product_id, vendor_id from deals where ${deals} and published),
    owners as (select user_id from purchases join changed on deal_id = changed.id where refunded_on is null),
    followers as (
      select user_id from bookmarks join deals as offer on offer.id = deal_id where tells_changes and ${offers}
      union select user_id from follows where vendor_id in (select vendor_id from changed)
    )
    select (select count(distinct user_id) from owners) as owners,
      (select count(*) from followers where not exists (select from owners where owners.user_id = followers.user_id)) as followers
  `.execute(db)
  return rows[0]!
}
