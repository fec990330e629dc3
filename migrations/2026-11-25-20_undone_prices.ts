import { type Kysely, sql } from 'kysely'

/** The undo of a decision also removes its price from the price history. It needs to know which points are its own. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update decisions set effects = (effects - '{price,priceBefore}'::text[]) || jsonb_build_object('applied', jsonb_build_object(
      'price', effects -> 'price', 'priceBefore', effects -> 'priceBefore', 'currency', point.currency,
      'currencyBefore', point.currency, 'originalBefore', null, 'recordedAt', decided_at::text))
    from deal_price_points as point
    where effects ? 'price' and point.deal_id = decisions.deal_id and point.recorded_at = decided_at;

    -- Earlier undos recorded the former price once more. Both points go, unless the price changed in between.
    delete from deal_price_points as point using decisions, deal_price_points as former
    where effects ? 'applied' and point.deal_id = decisions.deal_id and former.deal_id = decisions.deal_id
      and former.recorded_at = undone_at and point.recorded_at in (decided_at, undone_at)
      and not exists (select from deal_price_points as between_them
        where between_them.deal_id = decisions.deal_id and between_them.recorded_at > decided_at
          and between_them.recorded_at < undone_at)
  `.execute(db)
}
