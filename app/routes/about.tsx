import { useLoaderData } from '@remix-run/react'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { ButtonLink } from '~/ui/button'
import { DocPage } from '~/ui/doc-page'
import { MarkdownText } from '~/ui/markdown-text'

export const loader = () => loadSitePage('about')

export default function AboutPage() {
  const { title, lead, html } = useLoaderData<typeof loader>()
  return (
    <DocPage title={title} lead={lead}>
      <MarkdownText html={html} />
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/deals">Browse Deals</ButtonLink>
        <ButtonLink to="/contact" tone="secondary">
          Contact
        </ButtonLink>
      </p>
    </DocPage>
  )
}
