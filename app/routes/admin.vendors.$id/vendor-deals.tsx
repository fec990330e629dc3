import { Link } from '@remix-run/react'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import { Badge } from '~/ui/badge'
import { pluralize } from '~/ui/pluralize'

type VendorDealsProps = {
  deals: { id: string; title: string; published: boolean }[]
  /** All of them. */
  count: number
  name: string
}

export function VendorDeals({ deals, count, name }: VendorDealsProps) {
  if (deals.length === 0) return null
  return (
    <section className="box" aria-labelledby="its-deals">
      <div className="box__head">
        <h2 id="its-deals">Its deals</h2>
      </div>
      <div className="box__body stack">
        <ul className="names">
          {deals.map(({ id, title, published }) => (
            <li key={id}>
              <Link className="link" to={`/admin/deals/${id}`} discover="none">
                <bdi>{title}</bdi>
              </Link>
              {published ? null : <Badge tone="draft">Draft</Badge>}
            </li>
          ))}
        </ul>
        {count > deals.length ? (
          <Link className="link small" to={managePath({ q: name })} discover="none">
            {`Find its ${pluralize(count, 'deal')} in the list`}
          </Link>
        ) : null}
      </div>
    </section>
  )
}
