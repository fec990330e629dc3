import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { findSearch, setTells } from '~/features/audience/following/saved-searches.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { findUnsubscriber, stopMails } from '~/features/people/mails/mail-rhythm.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { tooMany } from '~/http/responses.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FORM_CARD } from '~/ui/form-card'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { readClick } from './click.server'
import { StopSearch } from './stop-search'

const FAILED = 'Failed to unsubscribe'
const SETTINGS = '/account/following#mail'

/**
 * The link in mails, or with `search` the one that stops the mails about a saved search. Opening it changes nothing,
 * because mail scanners open links too. The button does.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await findUnsubscriber(params.token)
  const searchId = searchIdOf(request)
  const search = reader && searchId && (await findSearch(reader.id, searchId))
  const description = 'Stop emails about deals you follow, your purchases and your contributions.'
  const head = pageHead({ title: 'Unsubscribe', description, path: '/unsubscribe', isIndexed: false })
  if (!reader || (searchId !== undefined && !search)) return data({ reader: null, head }, { status: 404 })
  const email = maskEmail(reader.email)
  return { reader: { email, isStopped: reader.mail_rhythm === 'NEVER', search: search || undefined }, head }
}

/** Empty for one that is no id. */
function searchIdOf(request: Request) {
  const search = new URL(request.url).searchParams.get('search')
  return search === null ? undefined : (parseRowId(search) ?? '')
}

/** The button of the page, or the one click of a mail program (RFC 8058). Who has the link needs no session. */
export async function action({ request, params }: ActionFunctionArgs) {
  return withFormErrors(request, FAILED, async () => {
    const retryAfter = await consumeRateLimit('unsubscribing from address', clientNetwork())
    if (retryAfter) throw tooMany('Too many attempts. Try again in a minute.', retryAfter)
    await readClick(request)
    const searchId = searchIdOf(request)
    const stopped = searchId === undefined ? await stopMails(params.token) : await stopSearch(params.token, searchId)
    return stopped ? null : data(null, { status: 404 })
  })
}

async function stopSearch(token: string | undefined, searchId: string) {
  const reader = await findUnsubscriber(token)
  return reader && searchId ? setTells(reader.id, searchId, false) : undefined
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export { linkPageHeaders as headers } from '~/http/responses.server'

export default function UnsubscribePage() {
  const { reader } = useLoaderData<typeof loader>()
  const result = useFormResult()
  if (!reader) return <WrongLink />
  if (reader.search) return <StopSearch {...reader.search} email={reader.email} result={result} />
  const { email, isStopped } = reader
  return (
    <div className="wrap wrap--narrow grid gap-6 pb-section">
      <PageHeading
        isFlush
        title="Unsubscribe"
        leadTone="quiet"
        lead={
          <>
            For <bdi>{email}</bdi>.
          </>
        }
      />
      {isStopped ? (
        <Notice
          tone="ok"
          title="You are unsubscribed"
          text="We only email you about your account itself, such as a new password. Your notifications stay on the site."
        />
      ) : (
        <Form method="post" className={FORM_CARD} aria-labelledby="stop">
          <ErrorSummary title="Not unsubscribed" errors={summaryOf(result)} />
          <h2 id="stop">Unsubscribe from all emails?</h2>
          <p>
            We will stop emailing you about deals you follow, your purchases and your contributions, even when a change
            affects something you bought. Your notifications stay on the site.
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button>Unsubscribe</Button>
          </div>
        </Form>
      )}
      <p className="text-small text-muted-foreground">
        {isStopped ? 'Changed your mind? ' : 'Prefer a weekly digest? '}
        <Link className="link" to={SETTINGS}>
          Choose how often you get email
        </Link>{' '}
        in your account.
      </p>
    </div>
  )
}

function WrongLink() {
  return (
    <div className="wrap wrap--narrow grid gap-6 pb-section">
      <PageHeading
        isFlush
        title="This link does not work"
        leadTone="quiet"
        lead={
          <>
            Your email program may have cut it short, or the account or saved search was deleted. Copy the whole address
            from the email, or{' '}
            <Link className="link" to={SETTINGS}>
              sign in and choose how often you get email
            </Link>
            .
          </>
        }
      />
    </div>
  )
}

/** "m…@example.com": enough to recognize one's own. */
function maskEmail(email: string) {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}…${email.slice(at)}`
}
