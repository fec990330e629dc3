import { Form, Link } from '@remix-run/react'
import type { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notification'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { formatDay } from '~/ui/local-date'

type Entry = Awaited<ReturnType<typeof listNotifications>>[number]
type NotificationListProps = { notifications: Entry[]; canMark: boolean }

export function NotificationList({ notifications, canMark }: NotificationListProps) {
  return (
    <ol className="notes">
      {notifications.map((entry) => (
        <NotificationItem key={entry.id} entry={entry} canMark={canMark} />
      ))}
    </ol>
  )
}

/** Its links lead through a redirect that marks it as read. */
function NotificationItem({ entry, canMark }: { entry: Entry; canMark: boolean }) {
  const { icon, label, isBad, title, text, action } = describeNotification(entry.notification, entry.deal, entry.given)
  const isNew = entry.read_at === null
  const path = `/account/notifications/${entry.id}`
  return (
    <li className={classes('note', isNew && 'note--new')}>
      <time className="note__date" dateTime={entry.created_at.toISOString()}>
        <b>{formatDay(entry.created_at)}</b>
        {entry.created_at.toISOString().slice(11, 16)}
      </time>
      <span className="note__dot" />
      <div className="note__body">
        <p className={classes('note__kind', isBad && 'note__kind--bad')}>
          <Icon name={icon} />
          {label}
          {isNew ? <span className="note__new">New</span> : null}
        </p>
        <h2>
          <Link to={path} discover="none">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        {text ? (
          <p>
            <bdi>{text}</bdi>
          </p>
        ) : null}
        {action ? (
          <div className="note__actions">
            <ButtonLink to={path} tone="secondary" size="sm">
              {action}
              <span className="sr-only">: {title}</span>
            </ButtonLink>
          </div>
        ) : null}
      </div>
      {isNew && canMark ? (
        <Form method="post" className="note__read">
          <input type="hidden" name="id" value={entry.id} />
          <Button tone="ghost" size="sm" icon="check" name="intent" value="read">
            Mark as read<span className="sr-only">: {title}</span>
          </Button>
        </Form>
      ) : null}
    </li>
  )
}
