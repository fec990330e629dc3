import { EmptyState } from '~/ui/empty-state'
import { IndexEntry, IndexList, IndexText } from '~/ui/index-list'
import { PageHeading } from '~/ui/page-heading'
import { RecordsUnreachable } from '~/ui/records-unreachable'
import { TAXONOMIES, type Taxonomy } from './taxonomy'

type TaxonomyIndexProps = {
  kind: Taxonomy
  lead: string
  items: { id: string; name: string; slug: string; text: string | null; count?: string }[]
  isUnreachable: boolean
}

/** The public page with all categories or all platforms. */
export function TaxonomyIndex({ kind, lead, items, isUnreachable }: TaxonomyIndexProps) {
  const { plural, path, icon } = TAXONOMIES[kind]
  return (
    <div className="wrap mb-section">
      <PageHeading title={plural} lead={lead} />
      {isUnreachable ? <RecordsUnreachable /> : null}
      {items.length === 0 ? (
        <EmptyState icon={icon} title={`No ${plural.toLowerCase()} available`} />
      ) : (
        <IndexList>
          {items.map(({ id, name, slug, text, count }) => (
            <IndexEntry key={id} to={`${path}/${slug}`} heading="h2" title={name} icon="chevron-right">
              {text ? <IndexText>{text}</IndexText> : null}
              {count ? <IndexText size="count">{count}</IndexText> : null}
            </IndexEntry>
          ))}
        </IndexList>
      )}
    </div>
  )
}
