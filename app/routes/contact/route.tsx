import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { env } from '~/env.server'
import { describePage } from '~/features/seo/describe-page.server'
import { headTags } from '~/http/page-head'
import { publicPageHeaders } from '~/http/public-page'
import { Accordion } from '~/ui/accordion'
import { DocPage } from '~/ui/doc-page'
import { MailRow } from './mail-row'

const LEAD = 'We reply within 24 hours.'

export async function loader() {
  const head = await describePage({
    title: 'Contact',
    description: `Contact ${env.SITE_NAME} about a deal, your account or a listing. ${LEAD}`,
    path: '/contact',
  })
  return { head, contact: env.CONTACT_EMAIL, vendors: env.VENDORS_EMAIL }
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function ContactPage() {
  const { contact, vendors } = useLoaderData<typeof loader>()
  return (
    <DocPage title="Contact" lead={LEAD}>
      <div className="index grid-cols-1">
        <MailRow heading="Members and readers" address={contact}>
          Questions about a deal, a review or your account, and mistakes in our records.
        </MailRow>
        <MailRow heading="Vendors and partners" address={vendors}>
          A deal to list, a correction with its source, or a question about commissions.
        </MailRow>
      </div>
      <section className="mt-10 grid gap-4" aria-labelledby="before">
        <h2 id="before">Before you write</h2>
        <Accordion name="contact-faq" items={QUESTIONS} />
      </section>
    </DocPage>
  )
}

const QUESTIONS = [
  {
    summary: "A deal's price or terms are wrong. What should I do?",
    body: "Sign in, open the deal's Change Log and report the change with a link to where you saw it. We check it and publish it with its date. Without an account, send us the same by email.",
  },
  {
    summary: 'Can you refund my purchase?',
    body: "No. Purchases happen on the vendor's platform, so only the vendor or the marketplace can give the money back. Their refund terms apply.",
  },
  {
    summary: 'How do I get my product listed?',
    body: 'Email the vendor address above with the link to the offer, its price, and its start and end dates. Deals are curated and verified manually, and a listing cannot be bought.',
  },
]
