import { Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import type { LedgerRow, MergeHead } from '~/features/staff/merging/merging'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

const CELL = 'px-3 py-2 first:ps-5 last:pe-5'
const NUMBER = classes(CELL, 'text-end wrap-anywhere')

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
    <section className="overflow-hidden rounded-md border border-border-strong bg-card" aria-label="Side by side">
      <div className="grid md:grid-cols-2">
        <Head {...into} />
        <Head {...from} isGoing />
      </div>
      <table className="border-foreground border-t-2 text-control">
        <caption className="sr-only">{`What each ${noun} holds, and what the merged one will hold`}</caption>
        <thead>
          <tr className="border-border-strong border-b bg-muted text-caption text-muted-foreground">
            {['What', 'Stays', 'Goes', 'After'].map((head) => (
              <th key={head} scope="col" className={classes(CELL, 'not-first:text-end')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.what} className="border-border not-first:border-t">
              <th scope="row" className={classes(CELL, 'font-normal text-muted-foreground')}>
                {row.what}
              </th>
              <td className={NUMBER}>{row.stays}</td>
              <td className={NUMBER}>{row.goes}</td>
              <td className={classes(NUMBER, 'font-bold')}>{row.after}</td>
            </tr>
          ))}
        </tbody>
        {result ? (
          <tfoot>
            <tr className="border-border border-t font-bold">
              <th scope="row" className={classes(CELL, 'font-bold')}>
                {result.what}
              </th>
              <td className={NUMBER}>{result.stays}</td>
              <td className={NUMBER}>{result.goes}</td>
              <td className={NUMBER}>
                <span className="inline-block border-current border-b-4 border-double pb-[0.1em] font-[540] font-display text-title leading-[1.1]">
                  {result.after}
                </span>
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
    <div
      className={classes(
        'grid content-start justify-items-start gap-1 p-5 wrap-anywhere md:px-6',
        isGoing && 'border-foreground max-md:border-t md:border-s',
      )}
    >
      <span
        className={classes(
          'inline-flex items-center gap-1.5 font-bold text-caption',
          isGoing ? 'text-destructive-ink' : 'text-verified',
        )}
      >
        <Icon name={isGoing ? 'arrow-right' : 'check'} className="size-4" />
        {isGoing ? 'This one goes into it' : 'This one stays'}
      </span>
      <h2 className="text-title">
        <bdi>{name}</bdi>
      </h2>
      {status ? <DealStatusBadge status={status} /> : null}
      {notes.map((note) => (
        <span key={note} className="text-small text-muted-foreground">
          <bdi>{note}</bdi>
        </span>
      ))}
      {path && isLinked ? (
        <Link className="link text-small" to={path} discover="none">
          {path}
        </Link>
      ) : path ? (
        <code className="text-small">{path}</code>
      ) : null}
    </div>
  )
}
