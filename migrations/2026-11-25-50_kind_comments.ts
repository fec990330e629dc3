import { type Kysely, sql } from 'kysely'

/** The modules that these comments name have moved. */
export async function up(db: Kysely<unknown>) {
  await sql`
    comment on column queue_items.kind is
      'As in app/features/contributions/kinds/kinds.ts; the table of subject_id follows from it.'`.execute(db)
  await sql`
    comment on column deal_alerts.details is
      'What was found; the type of each kind is in app/features/contributions/availability/alert.ts.'`.execute(db)
}
