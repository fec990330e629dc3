import { useLoaderData } from '@remix-run/react'
import { Questions } from '~/features/site/pages/questions'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { DocPage } from '~/ui/doc-page'

export const loader = () => loadSitePage('faq')

export default function FaqPage() {
  const { title, lead, html, questions } = useLoaderData<typeof loader>()
  return (
    <DocPage title={title} lead={lead}>
      <Questions name="faq" openFirst html={html} questions={questions} />
    </DocPage>
  )
}
