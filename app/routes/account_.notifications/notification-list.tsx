import { Form, Link } from '@remix-run/react'
import type { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notices'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { formatDay } from '~/ui/local-date'

type Entry = Awaited<ReturnType<typeof listNotifications>>[number]
type NotificationListProps = { notifications: Entry[]; canMark: boolean }

export function NotificationList({ notifications, canMark }: NotificationListProps) {
  return (
    <ol className="grid">
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
    <li
      className={classes(
        'relative grid grid-cols-[3.75rem_1.25rem_minmax(0,1fr)] gap-x-3 border-border py-4.5 not-first:border-t md:grid-cols-[4.25rem_1.25rem_minmax(0,1fr)_auto]',
        // The margin line of the ledger runs through the dots.
        'before:absolute before:start-20.5 before:-top-px before:bottom-0 before:border-s before:border-rule md:before:start-22.5',
        'first:before:top-7 last:before:bottom-auto last:before:h-7 only:before:hidden',
      )}
    >
      <time
        className="pt-0.5 text-end text-caption leading-snug text-subtle-foreground"
        dateTime={entry.created_at.toISOString()}
      >
        <b className="block text-small font-bold whitespace-nowrap text-foreground">{formatDay(entry.created_at)}</b>
        {entry.created_at.toISOString().slice(11, 16)}
      </time>
      <span
        className={classes(
          'relative z-1 mt-1.5 size-3 justify-self-center rounded-full border-2 ring-4 ring-background',
          isNew ? 'border-primary bg-primary' : 'border-border-strong bg-background',
        )}
      />
      <div className="grid min-w-0 gap-1">
        <p
          className={classes(
            'flex flex-wrap items-center gap-x-2 gap-y-1 text-caption leading-5',
            isBad ? 'font-semibold text-destructive-ink' : 'text-muted-foreground',
          )}
        >
          <Icon name={icon} className="size-4" />
          {label}
          {isNew ? <NewMark /> : null}
        </p>
        <h2 className={classes('font-sans text-base leading-5.5 tracking-[0]', isNew ? 'font-bold' : 'font-medium')}>
          <Link className="no-underline hover:underline" to={path} discover="none">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        {text ? (
          <p className="max-w-measure text-control leading-5.5 text-muted-foreground">
            <bdi>{text}</bdi>
          </p>
        ) : null}
        {action ? (
          <div className="flex flex-wrap gap-2 pt-2">
            <ButtonLink to={path} tone="secondary" size="sm">
              {action}
              <span className="sr-only">: {title}</span>
            </ButtonLink>
          </div>
        ) : null}
      </div>
      {isNew && canMark ? (
        <Form method="post" className="col-start-3 mt-1 -ms-3 justify-self-start md:col-start-4 md:-mt-1 md:ms-0">
          <input type="hidden" name="id" value={entry.id} />
          <Button tone="ghost" size="sm" icon="check" name="intent" value="read">
            Mark as read<span className="sr-only">: {title}</span>
          </Button>
        </Form>
      ) : null}
    </li>
  )
}

function NewMark() {
  return (
    <span className="rounded-xs bg-primary-soft px-1.5 py-px text-caption leading-4.5 font-semibold text-primary-soft-foreground">
      New
    </span>
  )
}
