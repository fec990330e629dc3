import { sql } from 'kysely'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { formatDate } from '~/ui/local-date'
import type { ProofFile } from './proof'

type Claim = { file: ProofFile; boughtOn: string | null; refundedOn: string | null }

/** Proofs of purchases. The purchase follows them by a trigger. */
export const purchaseProofKind: QueueKind<Claim> = {
  table: 'purchase_proofs',
  select: sql<Subject<Claim>>`
    select id, version, status, null as title, file_name as body, null::int2 as rating, deal_id, user_id as author_id,
      created_at, moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('boughtOn', bought_on, 'refundedOn', refunded_on, 'file', jsonb_build_object(
        'id', id, 'file_name', file_name, 'media_type', media_type, 'byte_length', byte_length,
        'has_content', content is not null)) as extra
    from (
      select purchase_proofs.xmin::text as version, purchase_proofs.*, bought_on, refunded_on
      from purchase_proofs join purchases on purchases.id = purchase_id
    ) proofs`,
  hasReasons: true,
  contribution: 'purchase_proof',
  describe: ({ extra: { file, boughtOn, refundedOn } }) => ({
    proof: file,
    findings: [
      { term: 'Says they bought it', detail: boughtOn ? formatDate(boughtOn) : 'Not stated' },
      { term: 'Refunded', detail: refundedOn ? formatDate(refundedOn) : 'No' },
    ],
  }),
}
