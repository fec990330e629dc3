import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/features/people/accounts/guards.server'
import { listSessions } from '~/features/people/sessions/sessions.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { badRequest } from '~/http/responses.server'
import { AccountLayout } from '~/layout/account-layout'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Entry, EntryHead, EntryList, EntryName, EntryNote } from '~/ui/entry-list'
import { ErrorSummary } from '~/ui/error-summary'
import { LocalDate } from '~/ui/local-date'
import { formatAgo } from '~/ui/relative-time'
import { endAction, endOthersAction } from './actions.server'

const FAILED = 'Failed to end the session'
const TITLE = 'Where you are signed in'
const LEAD =
  'Every browser that is signed in to your account. Sessions end after 7 days without a visit, or after 30 days.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const found = await listSessions(request, user.id)
  const sessions = found.map(({ last_seen_at, ...session }) => ({ ...session, seen: formatAgo(last_seen_at) }))
  const head = pageHead({ title: TITLE, description: LEAD, path: '/account/sessions', isIndexed: false })
  return { sessions, head }
}

/** Suspended members can end their sessions too. */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, FAILED, async () => {
    const form = await readForm(request)
    switch (form.get('intent')) {
      case 'end':
        return endAction(user, form.get('id'))
      case 'end-others':
        return endOthersAction(request, user)
      default:
        throw badRequest('Unknown action.')
    }
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AccountLayout title={TITLE} lead={LEAD}>
      <div className="grid content-start gap-5">
        <ErrorSummary title={FAILED} errors={summaryOf(result)} />
        <SessionList sessions={sessions} />
      </div>
    </AccountLayout>
  )
}

type Session = { id: string; device: string; created_at: Date | string; seen: string; is_current: boolean }

function SessionList({ sessions }: { sessions: Session[] }) {
  const others = sessions.filter(({ is_current }) => !is_current)
  return (
    <>
      <EntryList>
        {sessions.map((session) => (
          <Entry key={session.id}>
            <div>
              <EntryHead>
                <EntryName>{session.device}</EntryName>
                {session.is_current ? <Badge tone="active">This browser</Badge> : null}
              </EntryHead>
              <EntryNote>
                Signed in <LocalDate value={session.created_at} />, last seen {session.seen}
              </EntryNote>
            </div>
            {session.is_current ? null : <EndSession {...session} />}
          </Entry>
        ))}
      </EntryList>
      {others.length > 0 ? (
        <Form method="post">
          <Button name="intent" value="end-others" tone="secondary" icon="log-out">
            End all other sessions
          </Button>
        </Form>
      ) : (
        <p className="text-muted-foreground">You are not signed in anywhere else.</p>
      )}
    </>
  )
}

function EndSession({ id, device, seen }: Session) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="end" />
      <Button tone="ghost" size="sm" name="id" value={id}>
        <span>
          End<span className="sr-only">{` ${device}, last seen ${seen}`}</span>
        </span>
      </Button>
    </Form>
  )
}
