import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

/** The bookmark of a member on a deal with its target price, null without one, and whether they follow the product. */
export async function findMarks(userId: string, deal: { id: string; product_id: string }) {
  return (await marks({ userId, dealId: deal.id, productId: deal.product_id }))[0]!
}

const marks = prepare('marks', (given: Placeholders<{ userId: string; dealId: string; productId: string }>) =>
  db.selectNoFrom((eb) => [
    jsonObjectFrom(
      eb
        .selectFrom('bookmarks')
        .select(sql<string | null>`target_price::text`.as('target_price'))
        .where('user_id', '=', given.userId)
        .where('deal_id', '=', given.dealId),
    ).as('bookmark'),
    eb
      .exists(
        eb
          .selectFrom('follows')
          .select('id')
          .where('user_id', '=', given.userId)
          .where('product_id', '=', given.productId),
      )
      .$castTo<boolean>()
      .as('is_followed'),
  ]),
)
