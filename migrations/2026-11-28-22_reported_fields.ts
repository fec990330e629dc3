import { type Kysely, sql } from 'kysely'

/** Which field of the deal a change is about, so that the record and the deal can be compared. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table change_logs
      add column field text check (field in ('deal_price', 'deal_price_period', 'end_date', 'coupon_code',
        'refund_days', 'redeem_days', 'stackable', 'limits')),
      add column plan_name text check (char_length(plan_name) between 1 and 60),
      add column limit_label text check (char_length(limit_label) between 1 and 80);
    comment on column change_logs.field is
      'The field of the deal that the new value is for. Null where there is none, and in older entries.';
    comment on column change_logs.plan_name is 'The plan whose price or limit changed, if the deal has several.';
    comment on column change_logs.limit_label is 'The limit of the plans that changed.';
    create index change_logs_of_fields on change_logs (verified_at desc) where field is not null;

    -- An applied price becomes an applied value, so that older decisions can be undone like newer ones.
    with prices as (
      select id, deal_id, effects -> 'applied' as applied,
        case when effects #>> '{applied,currency}' is distinct from effects #>> '{applied,currencyBefore}'
          then 'original_price' end as original
      from decisions where effects -> 'applied' ? 'priceBefore')
    update decisions set effects = effects || jsonb_build_object('applied', jsonb_build_object(
      'dealId', prices.deal_id, 'field', 'deal_price',
      'before', jsonb_build_object('deal_price', applied -> 'priceBefore', 'currency', applied -> 'currencyBefore')
        || case when original is null then '{}' else jsonb_build_object(original, applied -> 'originalBefore') end,
      'after', jsonb_build_object('deal_price', applied -> 'price', 'currency', applied -> 'currency')
        || case when original is null then '{}' else jsonb_build_object(original, null) end,
      'planCount', case when applied ->> 'priceBefore' is null then 0 else 1 end,
      'recordedAt', applied -> 'recordedAt', 'check', applied -> 'check'))
    from prices where decisions.id = prices.id;
  `.execute(db)
}
