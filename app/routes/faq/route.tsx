import { useLoaderData } from '@remix-run/react'
import { env } from '~/env.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { faqData } from '~/features/audience/seo/structured-data.server'
import { Accordion } from '~/ui/accordion'
import { DocPage } from '~/ui/doc-page'
import { questions } from './questions'

const LEAD = 'How deals are chosen, how changes are verified, and how we are paid.'

export async function loader() {
  const head = await describePage({ title: 'Frequently asked questions', description: LEAD, path: '/faq' })
  const items = questions(env.SITE_NAME)
  return { head, items, structured: faqData(items) }
}

export default function FaqPage() {
  const { items } = useLoaderData<typeof loader>()
  return (
    <DocPage title="Frequently asked questions" lead={LEAD}>
      <Accordion
        name="faq"
        openFirst
        items={items.map(({ question, answer }) => ({ summary: question, body: answer }))}
      />
    </DocPage>
  )
}
