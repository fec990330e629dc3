import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { findContactMessage } from '~/features/audience/contact/contact-messages.server'
import { readContactSent } from '~/features/audience/contact/contact-sent-cookie.server'
import { pageHead } from '~/http/page.server'
import { classes } from '~/ui/classes'
import { DocSections } from '~/ui/doc-section'
import { FORM_CARD } from '~/ui/form-card'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { PANEL_TITLE } from '~/ui/page-part'
import { PlainText } from '~/ui/plain-text'

/** The page after the contact form. The message is read by the signed cookie of its sender. */
export async function loader({ request }: LoaderFunctionArgs) {
  const sent = await readContactSent(request)
  const message = sent && (await findContactMessage(sent.id))
  if (!message) throw redirect('/contact')
  const head = pageHead({
    title: 'Message sent',
    description: 'Your message has reached us.',
    path: '/contact/sent',
    isIndexed: false,
  })
  const { email, subject, body, number } = message
  const report = message.about_kind === null ? null : number
  return { head, email, subject, body, report, hasCopy: sent.hasCopy }
}

export default function ContactSentPage() {
  const { email, subject, body, report, hasCopy } = useLoaderData<typeof loader>()
  return (
    <div className="wrap wrap--narrow">
      <PageHeading title="Contact" lead="We reply within 24 hours." />
      <DocSections spacing="close">
        <Notice
          tone="ok"
          icon="mail-check"
          title="Message sent"
          text={
            <>
              {'We reply to '}
              <bdi>{email}</bdi>
              {` within 24 hours.${hasCopy ? ' A copy is on its way to you.' : ''}`}
              {report === null ? null : ` Your report has no. ${report}. A receipt is on its way to you.`}
            </>
          }
        />
        <section className={FORM_CARD} aria-labelledby="subject">
          <h2 id="subject" className={classes(PANEL_TITLE, 'wrap-break-word')} dir="auto">
            {subject}
          </h2>
          <div className="text-muted-foreground break-words">
            <PlainText text={body} />
          </div>
        </section>
        <p>
          <Link className="link link--arrow" discover="none" to="/deals">
            Back to deals
            <Icon name="arrow-right" />
          </Link>
        </p>
      </DocSections>
    </div>
  )
}
