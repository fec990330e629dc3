import { type Kysely, sql } from 'kysely'

/** Nobody can decide on a proof whose file is deleted, so it does not wait again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table purchase_proofs add constraint a_waiting_proof_has_its_file
      check (content is not null or status in ('APPROVED', 'REJECTED'))
  `.execute(db)
}
