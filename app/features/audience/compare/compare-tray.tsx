import { useMatches } from '@remix-run/react'
import { COMPARE_LIMIT, comparePath, type DealSearch, dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { ButtonLink } from '~/ui/button'
import { Chip } from '~/ui/chip'
import { TRAY_LOOK } from '~/ui/tray-look'

type ChosenDeal = { slug: string; title: string }
type Choosing = { compared: ChosenDeal[]; search: DealSearch }

/** The deals of the list's address that are chosen for a comparison. The script inserts its own tray before it. */
export function CompareTray() {
  const list = useMatches().find(({ id }) => id === 'routes/deals._index')?.data as Choosing | undefined
  if (!list?.compared?.length) return null
  const { compared, search } = list
  const slugs = compared.map(({ slug }) => slug)
  return (
    <aside className={TRAY_LOOK.tray} aria-label="Compare" data-tray="" data-choice={JSON.stringify(compared)}>
      <div className={TRAY_LOOK.inside}>
        <p className={TRAY_LOOK.count}>
          {`${compared.length} of ${COMPARE_LIMIT}`}
          <span className={TRAY_LOOK.detail}>{compared.length === 1 ? ', add another' : ' to compare'}</span>
        </p>
        <div className={TRAY_LOOK.deals}>
          {compared.map(({ slug, title }) => (
            <Chip
              key={slug}
              value={title}
              to={dealListPath({ ...search, d: slugs.filter((other) => other !== slug) })}
              action=", remove from compare"
              isCut
            />
          ))}
        </div>
        <ButtonLink tone="ghost" to={dealListPath({ ...search, d: [] })}>
          Clear
        </ButtonLink>
        <CompareButton slugs={slugs} />
      </div>
    </aside>
  )
}

function CompareButton({ slugs }: { slugs: string[] }) {
  if (slugs.length > 1) return <ButtonLink to={comparePath(slugs)}>Compare</ButtonLink>
  return <ButtonLink>Compare</ButtonLink>
}
