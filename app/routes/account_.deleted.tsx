import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { findUser } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { DocSections } from '~/ui/doc-section'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'

const TITLE = 'Account deleted'

/** The page after members deleted their account. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await findUser(request)) throw redirect('/')
  const description = 'Your account has been deleted.'
  return { head: pageHead({ title: TITLE, description, path: '/account/deleted', isIndexed: false }) }
}

export default function AccountDeletedPage() {
  return (
    <div className="wrap wrap--narrow">
      <PageHeading title={TITLE} />
      <DocSections spacing="close">
        <Notice
          tone="ok"
          icon="circle-check"
          title="Your account has been deleted."
          text="We've sent a last email to confirm it. Approved contributions stay, without your name. Everything else is deleted."
        />
        <p>
          <Link className="link link--arrow" discover="none" to="/deals">
            Browse deals
            <Icon name="arrow-right" />
          </Link>
        </p>
      </DocSections>
    </div>
  )
}
