import { Link } from '@remix-run/react'
import { nextPath } from '~/features/staff/moderation/queue-paths'
import { ButtonLink } from '~/ui/button'

type Amounts = { recent: number; overdue: number; age: string | null }
type WaitingProps = { all: Amounts; kinds: (Amounts & { label: string; to: string })[] }

/** What waits for a decision, and the way to the next item. */
export function Waiting({ all, kinds }: WaitingProps) {
  const total = all.recent + all.overdue
  const most = Math.max(1, ...kinds.map(({ recent, overdue }) => recent + overdue))
  return (
    <section className="box" aria-labelledby="waiting">
      <div className="waiting-now">
        <div className="waiting-now__figure">
          <span className="figure figure--total">{total.toLocaleString('en-US')}</span>
          <div>
            <h2 id="waiting">pending</h2>
            <Overdue {...all} />
          </div>
        </div>
        {total > 0 ? (
          <ButtonLink to={nextPath()} size="lg" iconAfter="arrow-right">
            Open the next item
          </ButtonLink>
        ) : null}
      </div>
      <table className="ages">
        <caption className="sr-only">What waits, by kind</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <td className="ages__bar" aria-hidden="true">
              <span className="ages__key">up to 24 hours</span>
              <span className="ages__key ages__key--overdue">older</span>
            </td>
            <th scope="col" className="r">
              Waiting
            </th>
            <th scope="col" className="r">
              Oldest
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ label, to, ...amounts }) => (
            <tr key={label}>
              <th scope="row">
                <Link className="link" to={to} discover="none">
                  {label}
                </Link>
              </th>
              <td className="ages__bar" aria-hidden="true">
                <AgeBar {...amounts} most={most} />
              </td>
              <td className="r num">{(amounts.recent + amounts.overdue).toLocaleString('en-US')}</td>
              <td className="r nowrap">
                <Oldest {...amounts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Overdue({ recent, overdue, age }: Amounts) {
  if (recent + overdue === 0) return <p className="muted">Nothing to moderate</p>
  if (overdue === 0) return <p className="muted">{`None older than 24 hours, the oldest ${age}`}</p>
  return (
    <p className="warn">
      {`${overdue.toLocaleString('en-US')} ${overdue === 1 ? 'is' : 'are'} older than 24 hours, the oldest ${age}`}
    </p>
  )
}

function Oldest({ overdue, age }: Amounts) {
  if (age === null) return <span className="subtle">None</span>
  if (overdue === 0) return <span className="muted">{age}</span>
  return (
    <>
      <b className="warn">{age}</b>
      <span className="sr-only">, older than 24 hours</span>
    </>
  )
}

/** Relative to the kind with the most; the figures are in the same row. */
function AgeBar({ recent, overdue, most }: Amounts & { most: number }) {
  const share = (count: number) => Math.round((count / most) * 1000) / 10
  return (
    <svg className="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share(recent)} height="1" />
      <rect className="ages__overdue" x={share(recent)} width={share(overdue)} height="1" />
    </svg>
  )
}
