import type { Checked, WaitingTimes } from '~/features/audience/transparency/decision-figures.server'
import { formatHours } from '~/features/audience/transparency/transparency'

const KINDS = [
  ['owners', 'Change reports that affect owners'],
  ['change_log', 'Other change reports'],
  ['review', 'Reviews'],
  ['comment', 'Comments'],
] as const

type BoxesProps = {
  hours: WaitingTimes
  reports: Checked
  proofs: Checked
  availability: { right: number; settled: number }
}

/** How long decisions took, and how many reported facts held. */
export function Boxes({ hours, reports, proofs, availability }: BoxesProps) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="sr-only">
        Times and facts
      </h2>
      <div className="open-page__boxes">
        <div className="box">
          <div className="box__head">
            <h3>Hours to a decision</h3>
            <span className="small muted">median</span>
          </div>
          <div className="box__body">
            <dl className="pair">
              {KINDS.map(([kind, label]) => (
                <Pair key={kind} label={label} value={hours[kind] === null ? 'None yet' : formatHours(hours[kind])} />
              ))}
            </dl>
          </div>
        </div>
        <div className="box">
          <div className="box__head">
            <h3>Facts checked</h3>
            <span className="small muted">12 months</span>
          </div>
          <div className="box__body">
            <dl className="pair">
              <Pair label="Change reports approved" value={formatShare(reports.approved, reports.decided)} />
              <Pair label="Purchases checked" value={formatShare(proofs.approved, proofs.decided)} />
              <Pair
                label="Availability reports that were right"
                value={formatShare(availability.right, availability.settled)}
              />
            </dl>
          </div>
        </div>
      </div>
    </section>
  )
}

const formatShare = (part: number, whole: number) =>
  `${part.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')}`

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
