import { useLoaderData } from '@remix-run/react'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { site } from '~/site.server'
import { DocPage } from '~/ui/doc-page'
import { MarkdownText } from '~/ui/markdown-text'
import { MemberPrivacy } from './member-privacy'
import { VisitorPrivacy } from './visitor-privacy'

export async function loader() {
  return { ...(await loadSitePage('privacy')), siteName: site.name, contact: site.privacy_email ?? site.contact_email }
}

export default function PrivacyPage() {
  const { title, lead, html, after, siteName, contact } = useLoaderData<typeof loader>()
  return (
    <DocPage title={title} lead={lead}>
      {html ? <MarkdownText html={html} className="mb-6" /> : null}
      <div className="prose">
        <p>
          {`${siteName} shows no advertising, loads nothing from analytics companies and sells nothing about you. This
          page lists everything we store.`}
        </p>
        <VisitorPrivacy />
        <MemberPrivacy />
        <h2>Who else sees it</h2>
        <ul>
          <li>Everyone: your name next to your approved contributions. Never your email.</li>
          <li>Our staff: your name, email, role, karma and contributions. Each time they view an account is logged.</li>
          <li>Our email provider: the messages to you.</li>
          <li>
            Vendors: when you press "Get Deal", their site learns that you came from ours, but not from which page. From
            there on, their policy applies.
          </li>
        </ul>
        <h2>Children</h2>
        <p>
          The service is not for children under 13, and we do not knowingly store anything about them. If you think a
          child has an account, tell us and we will delete it.
        </p>
        <h2>Your rights</h2>
        <p>
          {
            'In My Account you can change your name, download everything we store about you, and delete the account. For anything else write to '
          }
          <a className="link" href={`mailto:${contact}`}>
            {contact}
          </a>
          {'; we reply within 24 hours.'}
        </p>
      </div>
      {after ? <MarkdownText html={after} className="mt-6" /> : null}
    </DocPage>
  )
}
