import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useLoaderData } from '@remix-run/react'
import { CONTACT_FAILED, CONTACT_LIMITS } from '~/features/audience/contact/contact'
import { contactForm } from '~/features/audience/contact/contact-form.server'
import { submitContactMessage } from '~/features/audience/contact/contact-messages.server'
import { rememberContactSent } from '~/features/audience/contact/contact-sent-cookie.server'
import { findReported } from '~/features/audience/contact/notice-subject.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { LIMITS } from '~/features/people/limits/limits.server'
import { Questions } from '~/features/site/pages/questions'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { site } from '~/site.server'
import { DocSection, DocSections } from '~/ui/doc-section'
import { IndexEntry, IndexList, IndexText } from '~/ui/index-list'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { pluralize } from '~/ui/pluralize'
import { ContactForm } from './contact-form'

const LEAD = 'We reply within 24 hours.'

export async function loader({ request }: LoaderFunctionArgs) {
  const about = new URL(request.url).searchParams.get('about')
  const [user, page, reported] = await Promise.all([
    findUser(request),
    loadSitePage('contact'),
    about === null ? undefined : findReported(about),
  ])
  const isGone = about !== null && !reported
  const sender = user && { name: [...(user.name ?? '')].slice(0, CONTACT_LIMITS.name).join(''), email: user.email }
  return { ...page, contact: site.contact_email, vendors: site.vendors_email, sender, reported, isGone }
}

/** Anyone may write, with and without an account. */
export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, CONTACT_FAILED, async () => {
    const user = await findUser(request)
    const submission = await parseForm(request, contactForm)
    if (submission.status !== 'success') return invalid(submission)

    const outcome = await submitContactMessage(submission.value, { network: clientNetwork(), user })
    if (outcome === 'gone') return invalid(submission, { status: 404, fieldErrors: { about: [GONE] } })
    if ('retryAfter' in outcome) return invalid(submission, limitReached(outcome.retryAfter))
    return redirect('/contact/sent', { status: 303, headers: { 'Set-Cookie': await rememberContactSent(outcome) } })
  })
}

const GONE = 'What you report is no longer on this site. Send the form again to write to us about something else.'

function limitReached(seconds: number) {
  const messages = pluralize(LIMITS['message from address'].points, 'message')
  const text = `You can send ${messages} a day. Your text is kept below. Try again in ${formatWait(seconds)}, or write to us by email.`
  return { status: 429, retryAfter: seconds, formErrors: [text] }
}

export const clientAction = withFormFailure(CONTACT_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ContactPage() {
  const { title, html, questions, contact, vendors, sender, reported, isGone } = useLoaderData<typeof loader>()
  return (
    <div className="wrap wrap--narrow">
      <PageHeading title={title} lead={LEAD} />
      <DocSections spacing="close">
        <DocSection id="write" title="Write to us" isTitleHidden>
          {isGone ? (
            <Notice
              title="This is no longer on our site"
              text="There is nothing left to report. You can still write to us."
            />
          ) : null}
          <ContactForm key={reported?.id} sender={sender} reported={reported} />
        </DocSection>
        <DocSection id="mail" title="Or write to us directly">
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
          <Questions name="contact-faq" html={html} questions={questions} />
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
