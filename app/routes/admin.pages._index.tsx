import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { listManagedPages } from '~/features/site/pages/manage-pages.server'
import { PageMark } from '~/features/site/pages/page-mark'
import { IMPRINT, PAGES_MAX, sitePagePath } from '~/features/site/pages/site-page'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import { type Column, ListTable, RowName } from '~/ui/list-screen'
import { ScreenHead } from '~/ui/screen-head'

const PATH = '/admin/pages'
const LEAD = 'The original text is shown until you edit it, and you can go back to it.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const head = pageHead({ title: 'Pages', description: LEAD, path: PATH, isIndexed: false })
  return { head, ...(await listManagedPages()) }
}

export default function PagesPage() {
  const { builtIn, own } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title="Pages" lead={LEAD}>
        <ButtonLink to={`${PATH}/new`} icon="plus">
          New page
        </ButtonLink>
      </ScreenHead>
      <h2 className="text-h3">Built in</h2>
      <PageTable label="Built in" pages={builtIn} />
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-h3">Our own</h2>
        <span className="text-caption text-muted-foreground">{`${own.length} of ${PAGES_MAX}`}</span>
      </div>
      <PageTable label="Our own" pages={own} />
    </>
  )
}

type ListedPage = {
  slug: string
  title: string
  footer: string
  written?: Parameters<typeof PageMark>[0]['written']
}

const COLUMNS: Column<ListedPage & { id: string }>[] = [
  { label: 'Page', cell: ({ slug, title }) => <RowName to={`${PATH}/${slug}`} name={title} /> },
  { label: 'URL', cell: ({ slug }) => <span className="font-mono text-small">{sitePagePath(slug)}</span> },
  { label: 'Footer', cell: ({ footer }) => footer },
  { label: 'Text', cell: ({ slug, written }) => <PageMark slug={slug} written={written} /> },
  {
    label: 'Action',
    cell: ({ slug, title, written }) => {
      const isUnwritten = slug === IMPRINT && !written?.has_body
      return (
        <ButtonLink to={`${PATH}/${slug}`} tone={isUnwritten ? 'primary' : 'secondary'} size="sm">
          {isUnwritten ? 'Write it' : 'Edit'}
          <span className="sr-only">{` ${title}`}</span>
        </ButtonLink>
      )
    },
  },
]

function PageTable({ label, pages }: { label: string; pages: ListedPage[] }) {
  return <ListTable label={label} columns={COLUMNS} rows={pages.map((page) => ({ ...page, id: page.slug }))} />
}
