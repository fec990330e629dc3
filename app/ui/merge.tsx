import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button'
import { classes } from './classes'
import { describedBy, FieldErrors } from './field'
import { Icon, type IconName } from './icon'

/** One of the two records of a merge: its name, and its public address, if it has one. */
type Side = { name: string; path?: string; note?: ReactNode }
type Row = { what: string; stays: string; goes: string; after: string }
type MergeLedgerProps = {
  stays: Side
  goes: Side
  rows: Row[]
  /** What the rows come to, underlined twice. */
  result?: Row
  caption: string
}

/** Two records side by side as a T-account: what each holds, and what the one that stays will hold. */
export function MergeLedger({ stays, goes, rows, result, caption }: MergeLedgerProps) {
  return (
    <section className="merge" aria-label="Side by side">
      <div className="merge__heads">
        <Head side={stays} />
        <Head side={goes} isGoing />
      </div>
      <table>
        <caption className="sr-only">{caption}</caption>
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

function Head({ side: { name, path, note }, isGoing }: { side: Side; isGoing?: boolean }) {
  return (
    <div className={classes('merge__head', isGoing && 'merge__head--gone')}>
      <span className="merge__role">
        <Icon name={isGoing ? 'arrow-right' : 'check'} />
        {isGoing ? 'This one goes into it' : 'This one stays'}
      </span>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {note}
      {path ? (
        <Link className="link" to={path} discover="none">
          {path}
        </Link>
      ) : null}
    </div>
  )
}

/** What happens to the records, in columns of `MergeFate`. */
export function MergeFates({ children }: { children: ReactNode }) {
  return (
    <section className="box" aria-labelledby="what-happens">
      <div className="box__head">
        <h2 id="what-happens">What happens</h2>
        <span className="small muted">in one step, all or nothing</span>
      </div>
      <div className="fates">{children}</div>
    </section>
  )
}

export function MergeFate({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section>
      <h3>
        <Icon name={icon} />
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

type ConfirmMergeProps = {
  into: { id: string; name: string }
  /** What the box that has to be ticked says. */
  question: string
  /** What the audit log keeps. */
  kept: string
  cancel: string
  /** Of the box. */
  errors?: string[]
  /** Whether it was ticked in a submission that failed. */
  isSure?: boolean
  /** Another button, for what else can be said about the two. */
  children?: ReactNode
}

/** The last step of a merge: a box to tick, and a button that names the record that stays. */
export function ConfirmMerge({ into, question, kept, cancel, errors, isSure, children }: ConfirmMergeProps) {
  return (
    <Form method="post" className="box">
      <input type="hidden" name="into" value={into.id} />
      <div className="box__body form-grid">
        <div className="field">
          <label className="check">
            <input
              id="sure"
              type="checkbox"
              name="sure"
              required
              defaultChecked={isSure}
              {...describedBy({ id: 'sure', errors })}
            />
            <span>{question}</span>
          </label>
          <FieldErrors id="sure" errors={errors} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button tone="danger">
            <span>
              {'Merge into '}
              <bdi>{into.name}</bdi>
            </span>
          </Button>
          {children}
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
        <p className="small muted">{`A merge cannot be undone. The audit log keeps ${kept}.`}</p>
      </div>
    </Form>
  )
}
