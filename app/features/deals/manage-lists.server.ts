import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { EditedDeal } from './deal-fields'

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
