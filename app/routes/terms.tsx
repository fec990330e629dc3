import { Link, useLoaderData } from '@remix-run/react'
import { env } from '~/env.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { DocPage } from '~/ui/doc-page'

export async function loader() {
  const head = await describePage({
    title: 'Terms of Service',
    description: `The rules for using ${env.SITE_NAME}: accounts, contributions, affiliate links and liability.`,
    path: '/terms',
  })
  return { head, siteName: env.SITE_NAME }
}

export default function TermsPage() {
  const { siteName } = useLoaderData<typeof loader>()
  return (
    <DocPage title="Terms of Service" lead="Last updated January 2025">
      <div className="prose">
        <h2>What this is</h2>
        <p>
          {`${siteName} is a directory. It describes offers from other companies, publishes reviews by members and keeps a record of changes. By using it you agree to these terms; if you do not, please do not use it.`}
        </p>
        <h2>Purchases</h2>
        <p>
          Purchases happen on the vendor's platform. The contract, the payment, the license and the refund are between
          you and the seller. We are not a party to it and cannot cancel it.
        </p>
        <h2>Affiliate links</h2>
        <p>
          Some outbound links earn us a commission when you buy. The price you pay stays the same. Commissions decide
          neither which deals are listed nor what is written about them.
        </p>
        <h2>What we say about deals</h2>
        <p>
          Each deal says when it was last checked, or that it was not checked yet, and we date what we record. Vendors
          change prices and terms without telling us, so an entry can be out of date. Check the vendor's page before you
          pay; it takes precedence.
        </p>
        <h2>Your account</h2>
        <ul>
          <li>You are at least 13 years old, and the email is your own.</li>
          <li>You keep your password to yourself and tell us if anyone else has access to it.</li>
          <li>One person, one account: reviews in someone else's name are removed.</li>
        </ul>
        <h2>What you write</h2>
        <ul>
          <li>Reviews, comments and change reports stay yours. You allow us to publish them as part of the record.</li>
          <li>They are read by a moderator first and may be rejected; reviews and reports with a reason.</li>
          <li>
            They are about the product, true as far as you know, and free of advertising, insults and other people's
            private matters. If you were paid for a review, say so in it. The{' '}
            <Link className="link" to="/guidelines">
              guidelines
            </Link>{' '}
            say more.
          </li>
          <li>Approved contributions stay on the record after you delete your account, without your name.</li>
        </ul>
        <h2>Suspension</h2>
        <p>
          We suspend accounts that break these rules. If your account is suspended, you can still sign in, read,
          download your data and delete the account, but you cannot post.
        </p>
        <h2>Programs and feeds</h2>
        <p>
          Feeds and files may be read by programs and quoted with a link to the page they come from. Please poll no more
          often than necessary: they tell whether something has changed.
        </p>
        <h2>Liability</h2>
        <p>
          The directory is free and offered as is. We take care, but do not promise that it is complete, error-free or
          always available, and we are not liable for losses from a purchase elsewhere. Nothing here limits rights that
          the law gives you and does not let us limit.
        </p>
        <h2>Changes to these terms</h2>
        <p>
          When they change, the date at the top changes. The version published here when you use the site applies.{' '}
          {' For questions, write to one of the addresses under '}
          <Link className="link" to="/contact">
            Contact
          </Link>
          .
        </p>
      </div>
    </DocPage>
  )
}
