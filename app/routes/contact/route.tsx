import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useLoaderData } from '@remix-run/react'
import { env } from '~/env.server'
import { CONTACT_FAILED, CONTACT_LIMITS } from '~/features/audience/contact/contact'
import { contactForm } from '~/features/audience/contact/contact-form.server'
import { submitContactMessage } from '~/features/audience/contact/contact-messages.server'
import { rememberContactSent } from '~/features/audience/contact/contact-sent-cookie.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { LIMITS } from '~/features/people/limits/limits.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { Accordion } from '~/ui/accordion'
import { DocSection, DocSections } from '~/ui/doc-section'
import { IndexEntry, IndexList, IndexText } from '~/ui/index-list'
import { PageHeading } from '~/ui/page-heading'
import { pluralize } from '~/ui/pluralize'
import { ContactForm } from './contact-form'

const LEAD = 'We reply within 24 hours.'

export async function loader({ request }: LoaderFunctionArgs) {
  const [user, head] = await Promise.all([
    findUser(request),
    describePage({
      title: 'Contact',
      description: `Contact ${env.SITE_NAME} about a deal, your account or a listing. ${LEAD}`,
      path: '/contact',
    }),
  ])
  const sender = user && { name: [...(user.name ?? '')].slice(0, CONTACT_LIMITS.name).join(''), email: user.email }
  return { head, contact: env.CONTACT_EMAIL, vendors: env.VENDORS_EMAIL, sender }
}

/** Anyone may write, with and without an account. */
export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, CONTACT_FAILED, async () => {
    const user = await findUser(request)
    const submission = await parseForm(request, contactForm)
    if (submission.status !== 'success') return invalid(submission)

    const outcome = await submitContactMessage(submission.value, { network: clientNetwork(), user })
    if ('retryAfter' in outcome) return invalid(submission, limitReached(outcome.retryAfter))
    return redirect('/contact/sent', { status: 303, headers: { 'Set-Cookie': await rememberContactSent(outcome) } })
  })
}

function limitReached(seconds: number) {
  const messages = pluralize(LIMITS['message from address'].points, 'message')
  const text = `You can send ${messages} a day. Your text is kept below. Try again in ${formatWait(seconds)}, or write to us by email.`
  return { status: 429, retryAfter: seconds, formErrors: [text] }
}

export const clientAction = withFormFailure(CONTACT_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ContactPage() {
  const { contact, vendors, sender } = useLoaderData<typeof loader>()
  return (
    <div className="wrap wrap--narrow">
      <PageHeading title="Contact" lead={LEAD} />
      <DocSections spacing="close">
        <DocSection id="write" title="Write to us" isTitleHidden>
          <ContactForm sender={sender} />
        </DocSection>
        <DocSection id="mail" title="Or by mail">
          <IndexList columns="one">
            <MailRow heading="Members and readers" address={contact}>
              Questions about a deal, a review or your account, and mistakes in our records.
            </MailRow>
            <MailRow heading="Vendors and partners" address={vendors}>
              A deal to list, a correction with its source, or a question about commissions.
            </MailRow>
          </IndexList>
        </DocSection>
        <DocSection id="before" title="Before you write">
          <Accordion name="contact-faq" items={QUESTIONS} />
        </DocSection>
      </DocSections>
    </div>
  )
}

type MailRowProps = { heading: string; address: string; children: string }

/** A mailbox and what it is for; the whole row opens a new mail. */
function MailRow({ heading, address, children }: MailRowProps) {
  return (
    <IndexEntry href={`mailto:${address}`} heading="h3" title={heading} icon="arrow-up-right">
      <IndexText>
        <span className="link">{address}</span>
        <span className="mt-1 block">{children}</span>
      </IndexText>
    </IndexEntry>
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
