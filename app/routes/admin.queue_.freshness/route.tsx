import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { UnappliedValues } from '~/features/contributions/change-logs/unapplied-value'
import { listUnappliedValues } from '~/features/contributions/change-logs/unapplied-values.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { listRecentExpiries } from '~/features/staff/bulk/bulk-status.server'
import {
  FRESHNESS_SECTIONS,
  type FreshnessSearch,
  freshnessPath,
  parseFreshnessSearch,
  ROWS_PER_PAGE,
  SECTION_LABELS,
} from '~/features/staff/freshness/freshness'
import { countFreshness, findCheckedShare, listSection } from '~/features/staff/freshness/freshness-list.server'
import { DecisionNotice } from '~/features/staff/queue/decision-notice'
import { type DecisionResult, itemPath } from '~/features/staff/queue/item'
import { KeysButton, useFocusOnTarget } from '~/features/staff/queue/keys'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { EmptyState } from '~/ui/empty-state'
import { Pagination } from '~/ui/pagination'
import { COUNT_CAP } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { decideFreshness } from './action.server'
import { ListedDeals } from './listed-deals'
import { RecentExpiries } from './recent-expiries'
import { SectionTabs } from './section-tabs'

const FAILED = 'Failed to save'

/** Deals to check again: whether they are still on sale as described. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseFreshnessSearch(request.url)
  const shown = FRESHNESS_SECTIONS.filter((section) => search.section === '' || search.section === section)
  const page = search.section === '' ? 0 : search.page
  const [counts, share, unapplied, expiries, ...lists] = await Promise.all([
    countFreshness(),
    findCheckedShare(),
    search.section === '' ? listUnappliedValues() : [],
    listRecentExpiries(),
    ...shown.map(async (section) => ({ section, rows: await listSection(section, page) })),
  ])
  const title = search.section ? `Freshness: ${SECTION_LABELS[search.section]}` : 'Freshness'
  const description = 'Deals that staff check again.'
  const head = pageHead({ title, description, path: freshnessPath(search), isIndexed: false })
  return { head, search, counts, share, unapplied, expiries, lists: lists.filter(({ rows }) => rows.length > 0) }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return withFormErrors(request, FAILED, () => decideFreshness(request, staff))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function FreshnessPage() {
  const { search, counts, share, unapplied, expiries, lists } = useLoaderData<typeof loader>()
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title="Freshness" lead={describeShare(share)} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
        <SectionTabs section={search.section} counts={counts} />
        {lists.length > 0 ? <KeysButton place="freshness" /> : null}
      </div>
      <DecisionNotice result={useFormResult<DecisionResult>()} />
      <div className="grid content-start gap-5 focus:outline-none" id="freshness" tabIndex={-1}>
        <UnappliedValues values={unapplied} pathOf={(id) => itemPath('change_log', id)} />
        {lists.map(({ section, rows }) => (
          <ListedDeals key={section} {...{ section, rows, search }} count={counts[section]} />
        ))}
        {expiries.length > 0 ? <RecentExpiries expiries={expiries} search={search} /> : null}
        {lists.length + unapplied.length === 0 ? <EmptyState icon="circle-check" title="Nothing to check" /> : null}
      </div>
      <Pagination
        page={search.page}
        pageCount={pagesOf(search, counts)}
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
