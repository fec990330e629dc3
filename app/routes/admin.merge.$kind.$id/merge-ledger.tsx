import { Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import type { LedgerRow, MergeHead } from '~/features/staff/merging/merging'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

type MergeLedgerProps = {
  noun: string
  from: MergeHead
  into: MergeHead
  rows: LedgerRow[]
  /** What the rows come to, underlined twice. */
  result?: LedgerRow
}

/** Two records side by side as a T-account: what each holds, and what the one that stays will hold. */
export function MergeLedger({ noun, from, into, rows, result }: MergeLedgerProps) {
  return (
    <section className="merge" aria-label="Side by side">
      <div className="merge__heads">
        <Head {...into} />
        <Head {...from} isGoing />
      </div>
      <table>
        <caption className="sr-only">{`What each ${noun} holds, and what the merged one will hold`}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Stays</th>
            <th scope="col">Goes</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.what}>
              <th scope="row">{row.what}</th>
              <td>{row.stays}</td>
              <td>{row.goes}</td>
              <td>{row.after}</td>
            </tr>
          ))}
        </tbody>
        {result ? (
          <tfoot>
            <tr>
              <th scope="row">{result.what}</th>
              <td>{result.stays}</td>
              <td>{result.goes}</td>
              <td>
                <span>{result.after}</span>
              </td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

function Head({ name, notes, status, path, isLinked, isGoing }: MergeHead & { isGoing?: boolean }) {
  return (
    <div className={classes('merge__head', isGoing && 'merge__head--gone')}>
      <span className="merge__role">
        <Icon name={isGoing ? 'arrow-right' : 'check'} />
        {isGoing ? 'This one goes into it' : 'This one stays'}
      </span>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {status ? <DealStatusBadge status={status} /> : null}
      {notes.map((note) => (
        <span key={note} className="small muted">
          <bdi>{note}</bdi>
        </span>
      ))}
      {path && isLinked ? (
        <Link className="link" to={path} discover="none">
          {path}
        </Link>
      ) : path ? (
        <code className="small">{path}</code>
      ) : null}
    </div>
  )
}
