import { Link } from '@remix-run/react'
import type { MergeSide } from '~/features/categories/merge'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

type MergeLedgerProps = { from: MergeSide; into: MergeSide }

/** Both categories side by side as a T-account: what each holds, and what the one that stays will hold. */
export function MergeLedger({ from, into }: MergeLedgerProps) {
  // A category that goes into its parent is one subcategory less.
  const isBelow = from.parent_id === into.id
  const rows = [
    { what: 'Deals', stays: into.deals, goes: from.deals, after: into.deals + from.deals },
    {
      what: 'Subcategories',
      stays: into.subcategories,
      goes: from.subcategories,
      after: into.subcategories + from.subcategories - (isBelow ? 1 : 0),
    },
  ]
  return (
    <section className="merge" aria-label="Side by side">
      <div className="merge__heads">
        <Head {...into} />
        <Head {...from} isGoing />
      </div>
      <table>
        <caption className="sr-only">What each category holds, and what the merged one will hold</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Stays</th>
            <th scope="col">Goes</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, ...counts }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {Object.entries(counts).map(([name, count]) => (
                <td key={name}>{count.toLocaleString('en-US')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head({ full_name, slug, isGoing }: MergeSide & { isGoing?: boolean }) {
  return (
    <div className={classes('merge__head', isGoing && 'merge__head--gone')}>
      <span className="merge__role">
        <Icon name={isGoing ? 'arrow-right' : 'check'} />
        {isGoing ? 'This one goes into it' : 'This one stays'}
      </span>
      <h2>
        <bdi>{full_name}</bdi>
      </h2>
      <Link className="link" to={`/categories/${slug}`} discover="none">
        {`/categories/${slug}`}
      </Link>
    </div>
  )
}
