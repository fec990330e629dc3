import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePagePath } from '~/features/site/pages/site-page'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { movedTo } from '~/http/responses.server'
import { DocPage } from '~/ui/doc-page'
import { MarkdownText } from '~/ui/markdown-text'

export async function loader({ params }: LoaderFunctionArgs) {
  const slug = params.slug!
  const path = sitePagePath(slug)
  // The pages of the program have a URL without the folder.
  if (path !== `/pages/${slug}`) throw movedTo(path)
  return loadSitePage(slug)
}

export default function OwnPage() {
  const { title, lead, html } = useLoaderData<typeof loader>()
  return (
    <DocPage title={title} lead={lead}>
      <MarkdownText html={html} />
    </DocPage>
  )
}
