import { Link } from '@remix-run/react'
import { EmptyState } from '~/ui/empty-state'
import { Icon } from '~/ui/icon'
import { TAXONOMIES, type Taxonomy } from './taxonomy'

type TaxonomyIndexProps = {
  kind: Taxonomy
  lead: string
  items: { id: string; name: string; slug: string; text: string | null; count?: string }[]
}

/** The public page with all categories or all platforms. */
export function TaxonomyIndex({ kind, lead, items }: TaxonomyIndexProps) {
  const { plural, path, icon } = TAXONOMIES[kind]
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <h1>{plural}</h1>
        <p className="lead">{lead}</p>
      </div>
      {items.length === 0 ? (
        <EmptyState icon={icon} title={`No ${plural.toLowerCase()} available`} />
      ) : (
        <div className="index">
          {items.map(({ id, name, slug, text, count }) => (
            <Link discover="none" key={id} to={`${path}/${slug}`}>
              <h2>{name}</h2>
              {text ? <p>{text}</p> : null}
              {count ? <p className="index__count">{count}</p> : null}
              <Icon name="chevron-right" />
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}
