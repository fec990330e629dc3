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
  `.execute(db)
}
