import { Link } from '@remix-run/react'
import type { PublicDecision } from '~/features/audience/transparency/decisions.server'
import { DECISION_LABELS } from '~/features/audience/transparency/transparency'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Badge, type BadgeTone } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'

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

/** How many months have a button of their own. */
const BUTTONS = 2
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** The files with the decisions of each month, the newest first. */
function Months({ months }: { months: string[] }) {
  if (months.length === 0) return null
  return (
    <nav className="months" aria-label="Decisions as CSV">
      {months.slice(0, BUTTONS).map((month) => (
        <ButtonLink key={month} tone="secondary" size="sm" icon="download" href={`/transparency/${month}.csv`}>
          {nameOf(month)}
          <span className="sr-only">{` ${month.slice(0, 4)} as CSV`}</span>
        </ButtonLink>
      ))}
      {months.length > BUTTONS ? (
        <details>
          <summary className={buttonClasses({ tone: 'ghost', size: 'sm' })}>All months</summary>
          <ul>
            {months.map((month) => (
              <li key={month}>
                <a className="link" href={`/transparency/${month}.csv`}>
                  {`${nameOf(month)} ${month.slice(0, 4)}`}
                  <span className="sr-only"> as CSV</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </nav>
  )
}

function nameOf(month: string) {
  return MONTH.format(new Date(`${month}-01`))
}
