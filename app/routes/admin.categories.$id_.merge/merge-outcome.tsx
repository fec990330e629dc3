import type { ReactNode } from 'react'
import type { MergeSide } from '~/features/categories/merge'
import { Icon, type IconName } from '~/ui/icon'
import { pluralize } from '~/ui/pluralize'

type MergeOutcomeProps = { from: MergeSide; into: MergeSide }

/** What moves, what redirects and what is deleted. */
export function MergeOutcome({ from, into }: MergeOutcomeProps) {
  const { deals, subcategories } = from
  return (
    <section className="box" aria-labelledby="what-happens">
      <div className="box__head">
        <h2 id="what-happens">What happens</h2>
        <span className="small muted">in one step, all or nothing</span>
      </div>
      <div className="fates">
        <Fate icon="arrow-right" title="Moves">
          {deals > 0 ? <li>{`${pluralize(deals, 'deal')}, drafts included`}</li> : null}
          {subcategories > 0 ? (
            <li>{`${pluralize(subcategories, 'subcategory', 'subcategories')}, with their names and URLs`}</li>
          ) : null}
          {deals + subcategories === 0 ? <li>Nothing, it is empty</li> : null}
        </Fate>
        <Fate icon="link" title="Redirects">
          {[from.slug, ...from.former_slugs].map((slug) => (
            <li key={slug}>
              <code>{`/categories/${slug}`}</code>
              {' to '}
              <code>{`/categories/${into.slug}`}</code>
            </li>
          ))}
        </Fate>
        <Fate icon="trash-2" title="Is deleted">
          <li>
            {'The name and description of '}
            <bdi>{from.full_name}</bdi>
          </li>
          {from.has_seo ? <li>Its SEO entry</li> : null}
        </Fate>
      </div>
    </section>
  )
}

function Fate({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
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
