import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import {
  findNotification,
  listNotifications,
  NOTIFICATIONS_PER_PAGE,
} from '~/features/audience/notifications/list-notifications.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { countNotifications, markAllRead, markRead } from '~/features/people/notifications/notifications.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { choiceParam, defineSearch, pageParam, parseRowId } from '~/http/params'
import { badRequest, notFound } from '~/http/responses.server'
import { AccountLayout } from '~/layout/account-layout'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Pagination } from '~/ui/pagination'
import { Tabs } from '~/ui/tabs'
import { NotificationList } from './notification-list'

const FAILED = 'Failed to mark as read'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const search = parseNotificationsSearch(request.url)
  const isUnreadOnly = search.view === 'unread'
  const [counts, notifications] = await Promise.all([
    countNotifications(user.id),
    listNotifications(user.id, { isUnreadOnly, page: search.page }),
  ])
  const pages = Math.max(Math.ceil((isUnreadOnly ? counts.unread : counts.all) / NOTIFICATIONS_PER_PAGE), 1)
  if (search.page > pages) throw redirect(notificationsPath({ ...search, page: pages }))

  const head = pageHead({
    title: 'Notifications',
    description: 'What changed on the deals you follow, and decisions on your contributions.',
    path: '/account/notifications',
    isIndexed: false,
  })
  return { notifications, counts, search, pages, canMark: isActive(user), head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, FAILED, async () => {
    const form = await readForm(request)
    switch (form.get('intent')) {
      case 'read': {
        const id = parseRowId(form.get('id'))
        if (!id || !(await findNotification(user.id, id))) throw notFound('Notification')
        await markRead(user.id, id)
        break
      }
      case 'read-all':
        await markAllRead(user.id)
        break
      default:
        throw badRequest('Unknown action.')
    }
    return redirect(notificationsPath(parseNotificationsSearch(request.url)), 303)
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function NotificationsPage() {
  const { notifications, counts, search, pages, canMark } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AccountLayout
      title="Notifications"
      actions={
        canMark && counts.unread > 0 ? (
          <Form method="post">
            <Button tone="secondary" icon="check-check" name="intent" value="read-all">
              Mark all as read
            </Button>
          </Form>
        ) : null
      }
    >
      <div className="grid content-start gap-5">
        <ErrorSummary errors={summaryOf(result)} />
        <Tabs label="Notifications" items={tabsOf(search.view)} />
        {notifications.length > 0 ? (
          <NotificationList notifications={notifications} canMark={canMark} />
        ) : (
          <EmptyState
            icon="bell"
            title="You're all caught up"
            text="Bookmark a deal to hear when its price or terms change."
          >
            <ButtonLink to="/deals">Browse Deals</ButtonLink>
          </EmptyState>
        )}
        <Pagination page={search.page} pageCount={pages} href={(page) => notificationsPath({ ...search, page })} />
        <p className="text-small text-muted-foreground">Notifications are deleted after 90 days.</p>
      </div>
    </AccountLayout>
  )
}

function tabsOf(view: string) {
  return [
    { to: notificationsPath({}), label: 'All', current: view === '' },
    { to: notificationsPath({ view: 'unread' }), label: 'Unread', current: view === 'unread' },
  ]
}

/** The parameters of the list: the tab, everything by default, and the page. */
const search = defineSearch({ view: choiceParam(['unread']), page: pageParam })

const parseNotificationsSearch = (url: string) => search.parse(new URL(url).searchParams)
const notificationsPath = (asked: Partial<typeof search.defaults>) => search.path('/account/notifications', asked)
