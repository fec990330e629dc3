import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { UnappliedValues } from '~/features/contributions/change-logs/unapplied-value'
import { listUnappliedValues } from '~/features/contributions/change-logs/unapplied-values.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { listRecentExpiries } from '~/features/staff/bulk/undo-expire.server'
import {
  FRESHNESS_SECTIONS,
  type FreshnessSearch,
  freshnessPath,
  parseFreshnessSearch,
  ROWS_PER_PAGE,
  SECTION_LABELS,
  type UnconfirmedFilter,
} from '~/features/staff/freshness/freshness'
import {
  countFreshness,
  describeUnconfirmed,
  findCheckedShare,
  listSection,
} from '~/features/staff/freshness/freshness-list.server'
import { KeysButton } from '~/features/staff/moderation/keys-button'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import { useFocusOnTarget } from '~/features/staff/moderation/queue-shortcuts'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type FormResult, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { COUNT_CAP } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { decideFreshness } from './action.server'
import { ListedDeals } from './listed-deals'
import { RecentExpiries } from './recent-expiries'
import { SectionTabs } from './section-tabs'
import { UnconfirmedFilters } from './unconfirmed-filters'

const FAILED = 'Failed to save'

/** Deals to check again: whether they are still on sale as described. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseFreshnessSearch(request.url)
  const shown = FRESHNESS_SECTIONS.filter((section) => search.section === '' || search.section === section)
  const page = search.section === '' ? 0 : search.page
  const isUnconfirmed = search.section === 'unconfirmed'
  const [counts, share, unapplied, filters, expiries, ...lists] = await Promise.all([
    countFreshness(),
    findCheckedShare(),
    search.section === '' ? listUnappliedValues() : [],
    isUnconfirmed ? readFilters(search) : undefined,
    isUnconfirmed ? listRecentExpiries() : [],
    ...shown.map(async (section) => ({
      section,
      rows: await listSection(section, page, search.section === section ? search : undefined),
    })),
  ])
  const title = search.section ? `Freshness: ${SECTION_LABELS[search.section]}` : 'Freshness'
  const description = 'Deals that staff check again.'
  const head = pageHead({ title, description, path: freshnessPath(search), isIndexed: false })
  const filled = lists.filter(({ section, rows }) => rows.length > 0 || (isUnconfirmed && section === 'unconfirmed'))
  return { head, search, counts, share, unapplied, filters, expiries, lists: filled }
}

async function readFilters(filter: UnconfirmedFilter) {
  const [found, categories] = await Promise.all([describeUnconfirmed(filter), listCategoriesForFilter()])
  return { ...found, categories: categories.map(({ slug, name, depth }) => ({ slug, name, depth })) }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return withFormErrors(request, FAILED, () => decideFreshness(request, staff))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function FreshnessPage() {
  const { search, counts, share, unapplied, filters, expiries, lists } = useLoaderData<typeof loader>()
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title="Freshness" lead={describeShare(share)} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
        <SectionTabs section={search.section} counts={counts} />
        {lists.length > 0 ? <KeysButton kind={null} place="freshness" /> : null}
      </div>
      <ConflictNotice result={useFormResult<FreshnessResult>()} />
      <div className="grid content-start gap-5 focus:outline-none" id="freshness" tabIndex={-1}>
        <UnappliedValues values={unapplied} pathOf={(id) => itemPath('change_log', id)} />
        {lists.map(({ section, rows }) => (
          <ListedDeals key={section} {...{ section, rows, search }} count={filters ? filters.count : counts[section]}>
            {filters ? <UnconfirmedFilters {...filters} search={search} /> : null}
          </ListedDeals>
        ))}
        {expiries.length > 0 ? <RecentExpiries expiries={expiries} search={search} /> : null}
        {lists.length + unapplied.length === 0 ? <EmptyState icon="circle-check" title="Nothing to check" /> : null}
      </div>
      <Pagination
        page={search.page}
        pageCount={pagesOf(search, filters ? { ...counts, unconfirmed: filters.count } : counts)}
        href={(page) => freshnessPath({ ...search, page })}
      />
    </>
  )
}

function describeShare(share: number | null) {
  const question = 'Is it still on sale, and is what we say still right?'
  return share === null ? question : `${question} ${share}% of the open deals were checked within 90 days.`
}

function pagesOf({ section }: FreshnessSearch, counts: Record<string, number>) {
  if (section === '') return 1
  return Math.ceil(Math.min(counts[section]!, COUNT_CAP) / ROWS_PER_PAGE)
}

type FreshnessResult = (NonNullable<FormResult> & { conflict?: string }) | undefined

/** Says why a press changed nothing: someone else was first, or the database is unreachable. */
function ConflictNotice({ result }: { result: FreshnessResult }) {
  const box = useRef<HTMLDivElement>(null)
  const title = result?.conflict ? 'Nothing was changed' : result?.failure
  useEffect(() => {
    if (result) box.current?.focus()
  }, [result])
  if (!title) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" title={title} text={result?.conflict ?? result?.error?.['']?.join(' ')} />
    </div>
  )
}
