import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'

/**
 * Replaces the entries in one statement: positions are overwritten and those beyond the new end deleted. Deleting all
 * of them first would violate the unique positions.
 */
export async function replaceProsAndCons(trx: Trx, dealId: string, entries: EditedDeal['pros_cons']) {
  await sql`
    with given as materialized (
      select type, text, row_number() over (partition by type order by index) - 1 as position
      from rows from (json_to_recordset(${JSON.stringify(entries)}::json) as (type pro_con_type, text text))
        with ordinality as _(type, text, index)
    ),
    surplus as (
      delete from deal_pros_cons stored where deal_id = ${dealId}
        and position >= (select count(*) from given where given.type = stored.type)
    )
    insert into deal_pros_cons (deal_id, type, text, position)
    select ${dealId}, type, text, position from given
    on conflict (deal_id, type, position) do update set text = excluded.text
      where deal_pros_cons.text <> excluded.text`.execute(trx)
}

export async function replaceFaqs(trx: Trx, dealId: string, faqs: EditedDeal['faqs']) {
  await sql`
    with given as materialized (
      select question, answer, index - 1 as position
      from rows from (json_to_recordset(${JSON.stringify(faqs)}::json) as (question text, answer text))
        with ordinality as _(question, answer, index)
    ),
    surplus as (
      delete from deal_faqs where deal_id = ${dealId} and position >= (select count(*) from given)
    )
    insert into deal_faqs (deal_id, question, answer, position)
    select ${dealId}, question, answer, position from given
    on conflict (deal_id, position) do update set question = excluded.question, answer = excluded.answer
      where (deal_faqs.question, deal_faqs.answer) <> (excluded.question, excluded.answer)`.execute(trx)
}

/** Replaces the plans and the limits in which they differ, each in one statement. */
export async function replacePlans(trx: Trx, dealId: string, { plans, limits }: Pick<EditedDeal, 'plans' | 'limits'>) {
  await sql`
    with given as materialized (
      select name, price, codes, index - 1 as position
      from rows from (json_to_recordset(${JSON.stringify(plans)}::json) as (name text, price numeric, codes int2))
        with ordinality as _(name, price, codes, index)
    ),
    surplus as (
      delete from deal_plans where deal_id = ${dealId} and position >= (select count(*) from given)
    )
    insert into deal_plans (deal_id, name, price, codes, position)
    select ${dealId}, name, price, codes, position from given
    on conflict (deal_id, position) do update set name = excluded.name, price = excluded.price, codes = excluded.codes
      where (deal_plans.name, deal_plans.price, deal_plans.codes)
        is distinct from (excluded.name, excluded.price, excluded.codes)`.execute(trx)
  await sql`
    with given as materialized (
      select label, "values", index - 1 as position
      from rows from (json_to_recordset(${JSON.stringify(limits)}::json) as (label text, "values" text[]))
        with ordinality as _(label, "values", index)
    ),
    surplus as (
      delete from deal_plan_limits where deal_id = ${dealId} and position >= (select count(*) from given)
    )
    insert into deal_plan_limits (deal_id, label, "values", position)
    select ${dealId}, label, "values", position from given
    on conflict (deal_id, position) do update set label = excluded.label, "values" = excluded."values"
      where (deal_plan_limits.label, deal_plan_limits."values") <> (excluded.label, excluded."values")`.execute(trx)
}
