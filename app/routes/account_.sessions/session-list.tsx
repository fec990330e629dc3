import { Form } from '@remix-run/react'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { LocalDate } from '~/ui/local-date'

type Session = { id: string; device: string; created_at: Date | string; seen: string; is_current: boolean }

export function SessionList({ sessions }: { sessions: Session[] }) {
  const others = sessions.filter(({ is_current }) => !is_current)
  return (
    <>
      <ul className="follow">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <div className="follow__line">
                <span className="follow__name">{session.device}</span>
                {session.is_current ? <Badge tone="active">This browser</Badge> : null}
              </div>
              <p className="follow__what">
                Signed in <LocalDate value={session.created_at} />, last seen {session.seen}
              </p>
            </div>
            {session.is_current ? null : <EndSession {...session} />}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <Form method="post">
          <Button name="intent" value="end-others" tone="secondary" icon="log-out">
            End all other sessions
          </Button>
        </Form>
      ) : (
        <p className="muted">You are signed in nowhere else.</p>
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
