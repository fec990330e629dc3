import { Form } from '@remix-run/react'
import type { listSessions } from '~/features/people/sessions/sessions.server'
import { AccountBox } from '~/layout/account-box'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Entry, EntryHead, EntryList, EntryName, EntryNote } from '~/ui/entry-list'
import { LocalDate } from '~/ui/local-date'

type Session = Omit<Awaited<ReturnType<typeof listSessions>>[number], 'last_seen_at'> & { seen: string }

/** Every browser that is signed in, each with a button that ends its session. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  return (
    <AccountBox heading="Where you are signed in" anchor="sessions">
      <p className="text-muted-foreground text-small">
        Sessions end after 7 days without a visit, or after 30 days.
        {sessions.length === 1 ? ' You are not signed in anywhere else.' : null}
      </p>
      <EntryList>
        {sessions.map(({ id, device, created_at, seen, is_current }) => (
          <Entry key={id}>
            <div>
              <EntryHead>
                <EntryName>{device}</EntryName>
                {is_current ? <Badge tone="active">This browser</Badge> : null}
              </EntryHead>
              <EntryNote>
                Signed in <LocalDate value={created_at} />, last seen {seen}
              </EntryNote>
            </div>
            {is_current ? null : (
              <Form method="post">
                <input type="hidden" name="intent" value="end" />
                <Button tone="ghost" size="sm" name="id" value={id}>
                  <span>
                    End<span className="sr-only">{` ${device}, last seen ${seen}`}</span>
                  </span>
                </Button>
              </Form>
            )}
          </Entry>
        ))}
      </EntryList>
      {sessions.length > 1 ? (
        <Form method="post">
          <Button name="intent" value="end-others" tone="secondary" icon="log-out">
            End all other sessions
          </Button>
        </Form>
      ) : null}
    </AccountBox>
  )
}
