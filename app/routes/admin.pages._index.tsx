import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { listManagedPages } from '~/features/site/pages/manage-pages.server'
import { PageMark } from '~/features/site/pages/page-mark'
import { IMPRINT, PAGE_LIMITS, sitePagePath } from '~/features/site/pages/site-page'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import { RecordTable } from '~/ui/record-table'
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
        <span className="text-caption text-muted-foreground">{`${own.length} of ${PAGE_LIMITS.pages}`}</span>
      </div>
      <PageTable label="Our own" pages={own} />
    </>
  )
}

type PageTableProps = {
  label: string
  pages: { slug: string; title: string; footer: string; written?: Parameters<typeof PageMark>[0]['written'] }[]
}

function PageTable({ label, pages }: PageTableProps) {
  return (
    <RecordTable
      label={label}
      columns={['Page', 'URL', 'Footer', 'Text', 'Action']}
      rows={pages.map(({ slug, title, footer, written }) => {
        const to = `${PATH}/${slug}`
        const isUnwritten = slug === IMPRINT && !written?.has_body
        return {
          id: slug,
          name: title,
          to,
          cells: [
            <span key="path" className="font-mono text-small">
              {sitePagePath(slug)}
            </span>,
            footer,
            <PageMark key="text" slug={slug} written={written} />,
            <ButtonLink key="edit" to={to} tone={isUnwritten ? 'primary' : 'secondary'} size="sm">
              {isUnwritten ? 'Write it' : 'Edit'}
              <span className="sr-only">{` ${title}`}</span>
            </ButtonLink>,
          ],
        }
      })}
    />
  )
}
