import { useLoaderData } from '@remix-run/react'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { DocPage } from '~/ui/doc-page'
import { MarkdownText } from '~/ui/markdown-text'

export const loader = () => loadSitePage('terms')

export default function TermsPage() {
  const { title, lead, html } = useLoaderData<typeof loader>()
  return (
    <DocPage title={title} lead={lead}>
      <MarkdownText html={html} />
    </DocPage>
  )
}
