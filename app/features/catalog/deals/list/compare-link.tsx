import { createContext, useContext } from 'react'
import { buttonClasses, iconButtonClasses } from '~/ui/button-classes'
import { comparePath } from './compare-path'
import { COMPARE_LIMIT, type DealSearch, dealListPath } from './deal-filters'

/** The list of deals that a comparison is chosen from; undefined on other pages. */
export const ListSearch = createContext<DealSearch | undefined>(undefined)

type CompareLinkProps = {
  deal: { slug: string; title: string }
  /** A button with a text instead of one that is an icon. */
  isNamed?: boolean
}

/**
 * Adds a deal to those to compare, or drops it. The choice rides in the address of the list, until the script of
 * `enhance/compare` takes it over. Its icon comes from the style sheet: there are 48 of them on a page.
 */
export function CompareLink({ deal: { slug, title }, isNamed }: CompareLinkProps) {
  const search = useContext(ListSearch)
  const isChosen = search?.d.includes(slug)
  return (
    <a
      className={isNamed ? buttonClasses({ tone: 'ghost' }) : iconButtonClasses({})}
      data-compare={slug}
      data-chosen={isChosen ? '' : undefined}
      href={toggledPath(search, slug)}
      rel="nofollow"
      aria-label={isChosen ? `Remove ${title} from compare` : `Compare ${title}`}
    >
      {isNamed ? 'Compare' : null}
    </a>
  )
}

/** For a fifth deal the link opens the comparison, which says that it is full. */
function toggledPath(search: DealSearch | undefined, slug: string) {
  if (!search) return comparePath([slug])
  const { d } = search
  if (d.includes(slug)) return dealListPath({ ...search, d: d.filter((other) => other !== slug) })
  return d.length < COMPARE_LIMIT ? dealListPath({ ...search, d: [...d, slug] }) : comparePath([...d, slug])
}
