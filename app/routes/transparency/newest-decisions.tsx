import { Link } from '@remix-run/react'
import type { PublicDecision } from '~/features/audience/transparency/decisions.server'
import { DECISION_LABELS } from '~/features/audience/transparency/transparency'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Badge, type BadgeTone } from '~/ui/badge'
import { classes } from '~/ui/classes'
import { DocSection } from '~/ui/doc-section'
import { Icon } from '~/ui/icon'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { LocalDate } from '~/ui/local-date'

const TONES: Record<PublicDecision['decision'], BadgeTone> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CHANGES_REQUESTED: 'change',
}

type NewestDecisionsProps = { decisions: PublicDecision[]; total: number }

export function NewestDecisions({ decisions, total }: NewestDecisionsProps) {
  return (
    <DocSection
      id="decisions"
      title="Newest decisions"
      lead={total === 0 ? 'No decisions yet.' : 'The newest 200, without names or rejected texts.'}
    >
      {total > 0 ? (
        <ol className={classes(LEDGER_RULES, 'grid divide-y divide-border')}>
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
    </DocSection>
  )
}

// The date beside three lines on phones, five columns from there on; a red line after the date.
const LINE =
  'wrap-anywhere relative grid grid-cols-[4rem_minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-3 text-control before:absolute before:inset-y-0 before:start-17.5 before:border-rule before:border-s lg:grid-cols-[5.5rem_9rem_8rem_minmax(0,1fr)_11rem] lg:gap-x-5 lg:before:start-24'
const UNDER = 'col-span-2 lg:col-auto'

function Line({ decision }: { decision: PublicDecision }) {
  const { decided_at, kind, decision: outcome, title, slug } = decision
  return (
    <li className={LINE}>
      <LocalDate
        value={decided_at}
        form="short"
        className="row-span-3 whitespace-nowrap text-muted-foreground text-small lg:row-auto"
      />
      <span className="font-semibold lg:font-normal">{specOf(kind).label}</span>
      <span className="flex">
        <Badge tone={TONES[outcome]}>{DECISION_LABELS[outcome]}</Badge>
      </span>
      <p className={classes(UNDER, 'text-muted-foreground')}>{explain(decision)}</p>
      {slug ? (
        <Link
          discover="none"
          to={`/deals/${slug}`}
          className={classes(UNDER, 'justify-self-start font-semibold no-underline hover:underline')}
        >
          {title}
        </Link>
      ) : (
        <span className={classes(UNDER, 'text-subtle-foreground')}>No longer listed</span>
      )}
    </li>
  )
}

function explain({ kind, decision, reason, affects_owners }: PublicDecision) {
  if (decision === 'CHANGES_REQUESTED') return 'Sent back to the author'
  if (decision === 'REJECTED') return reason ? REJECTION_REASON_LABELS[reason] : 'No reason on record'
  return kind === 'change_log' && affects_owners === 'YES' ? 'Affects existing owners' : 'No reason needed'
}
