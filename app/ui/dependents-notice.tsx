import { Link } from '@remix-run/react'
import { Fragment } from 'react'
import { type Dependents, dependentsVerb } from './dependents'

/** Says why a row cannot be deleted, with links to the rows that reference it. */
export function DependentsNotice({ items }: { items: Dependents[] }) {
  return (
    <p>
      {items.map(({ label, to }, i) => (
        <Fragment key={to}>
          {i > 0 ? ' and ' : null}
          <Link className="link" to={to} discover="none">
            {label}
          </Link>
        </Fragment>
      ))}
      {` ${dependentsVerb(items)} filed here. Move them elsewhere before you delete this.`}
    </p>
  )
}
