import { Link } from '@remix-run/react'
import type { PublicDecision } from '~/features/audience/transparency/decisions.server'
import { DECISION_LABELS } from '~/features/audience/transparency/transparency'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Badge, type BadgeTone } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { Months } from './months'

const TONES: Record<PublicDecision['decision'], BadgeTone> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CHANGES_REQUESTED: 'change',
}

type NewestDecisionsProps = { decisions: PublicDecision[]; total: number; months: string[] }

export function NewestDecisions({ decisions, total, months }: NewestDecisionsProps) {
  return (
    <section aria-labelledby="decisions">
      <div className="decisions-head">
        <div>
          <h2 id="decisions">Newest decisions</h2>
          <p className="under">
            {total === 0 ? 'Nothing was decided yet.' : 'The newest 200, without names and without rejected words.'}
          </p>
        </div>
        <Months months={months} />
      </div>
      {total > 0 ? (
        <ol className="decisions">
          {decisions.map((decision) => (
            <Line key={decision.id} decision={decision} />
          ))}
        </ol>
      ) : null}
      {decisions.length < total ? (
        <p>
          <Link className="link link--arrow" discover="none" to="/transparency?show=all#decisions">
            {`Show all ${total}`}
            <Icon name="arrow-right" />
          </Link>
        </p>
      ) : null}
    </section>
  )
}

function Line({ decision }: { decision: PublicDecision }) {
  const { decided_at, kind, decision: outcome, title, slug } = decision
  return (
    <li>
      <LocalDate value={decided_at} form="short" />
      <span className="decisions__kind">{specOf(kind).label}</span>
      <Badge tone={TONES[outcome]}>{DECISION_LABELS[outcome]}</Badge>
      <p>{explain(decision)}</p>
      {slug ? (
        <Link discover="none" to={`/deals/${slug}`}>
          {title}
        </Link>
      ) : (
        <span className="decisions__unlisted subtle">Not listed now</span>
      )}
    </li>
  )
}

function explain({ kind, decision, reason, affects_owners }: PublicDecision) {
  if (decision === 'CHANGES_REQUESTED') return 'Sent back to the author'
  if (decision === 'REJECTED') return reason ? REJECTION_REASON_LABELS[reason] : 'No reason on record'
  return kind === 'change_log' && affects_owners === 'YES' ? 'Affects existing owners' : 'No reason needed'
}
