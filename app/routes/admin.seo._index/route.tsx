import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listSeoRows } from '~/features/audience/seo/list-seo-entries.server'
import {
  parseSeoSearch,
  SEO_ENTITY_MAX,
  SEO_ROOTS,
  SEO_TYPE_LABELS,
  SEO_TYPES,
  seoPath,
} from '~/features/audience/seo/seo'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import { type Column, ListScreen, RowName } from '~/ui/list-screen'
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

type Entry = Awaited<ReturnType<typeof listSeoRows>>['rows'][number]

const COLUMNS: Column<Entry>[] = [
  {
    label: 'Title',
    cell: ({ id, meta_title, og_title }) => (
      <RowName to={`/admin/seo/${id}`} name={meta_title ?? og_title ?? 'Default title'} />
    ),
  },
  { label: 'About', cell: ({ entity_type }) => SEO_TYPE_LABELS[entity_type] },
  {
    label: 'Page',
    cell: ({ entity_type, entity }) => (
      <Link className="link" to={SEO_ROOTS[entity_type] + entity} discover="none">
        {SEO_ROOTS[entity_type] + entity}
      </Link>
    ),
  },
]

export default function SeoPage() {
  const { search, rows, pages } = useLoaderData<typeof loader>()
  const entity = { id: 'entity', label: 'Slug or path', placeholder: 'quillstack, /about...' }
  return (
    <ListScreen
      head={TITLE}
      lead={LEAD}
      actions={
        <ButtonLink to="/admin/seo/new" icon="plus">
          New Entry
        </ButtonLink>
      }
      filters={{
        search: { ...entity, maxLength: SEO_ENTITY_MAX, defaultValue: search.entity },
        fields: <SelectField id="type" name="type" label="About" options={TYPES} defaultValue={search.type} />,
      }}
      label="Entries"
      columns={COLUMNS}
      rows={rows}
      empty={{
        icon: 'globe',
        title: 'No entries yet',
        text: 'All pages use their defaults.',
        found: 'No entries found',
      }}
      search={search}
      pathOf={seoPath}
      pages={pages}
    />
  )
}
