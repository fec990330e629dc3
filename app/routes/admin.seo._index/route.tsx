import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listSeoRows } from '~/features/audience/seo/manage-seo.server'
import { parseSeoSearch, SEO_LIMITS, SEO_ROOTS, SEO_TYPE_LABELS, SEO_TYPES, seoPath } from '~/features/audience/seo/seo'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { Pagination } from '~/ui/pagination'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'

const TITLE = 'Manage SEO'
const LEAD = 'Override page titles and descriptions.'
const TYPES = [{ value: '', label: 'All' }, ...SEO_TYPES.map((value) => ({ value, label: SEO_TYPE_LABELS[value] }))]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseSeoSearch(new URL(request.url).searchParams)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/seo', isIndexed: false })
  return { head, search, ...(await listSeoRows(search)) }
}

export default function SeoPage() {
  const { search, rows, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={TITLE} lead={LEAD}>
        <ButtonLink to="/admin/seo/new" icon="plus">
          New Entry
        </ButtonLink>
      </ScreenHead>
      <FilterBar
        label="Entries"
        action="/admin/seo"
        search={
          <SearchField
            id="entity"
            label="Slug or path"
            placeholder="quillstack, /about..."
            maxLength={SEO_LIMITS.entity}
            defaultValue={search.entity}
          />
        }
      >
        <SelectField id="type" name="type" label="About" options={TYPES} defaultValue={search.type} />
      </FilterBar>
      {rows.length > 0 ? null : seoPath(search) === '/admin/seo' ? (
        <EmptyState icon="globe" title="No entries yet" text="All pages use their defaults." />
      ) : (
        <NoMatches title="No entries found" clear="/admin/seo" />
      )}
      <RecordTable
        label="Entries"
        columns={['Title', 'About', 'Page']}
        rows={rows.map(({ id, entity_type, entity, meta_title, og_title }) => ({
          id,
          name: meta_title ?? og_title ?? 'Default title',
          to: `/admin/seo/${id}`,
          cells: [
            SEO_TYPE_LABELS[entity_type],
            <Link key="page" className="link" to={SEO_ROOTS[entity_type] + entity} discover="none">
              {SEO_ROOTS[entity_type] + entity}
            </Link>,
          ],
        }))}
      />
      <Pagination page={search.page} pageCount={pages} href={(page) => seoPath({ ...search, page })} />
    </>
  )
}
