import { choiceParam, defineSearch, pageParam } from '~/http/params'

/** The parameters of the list: the tab, everything by default, and the page. */
const search = defineSearch({ view: choiceParam(['unread']), page: pageParam })

export const parseNotificationsSearch = (url: string) => search.parse(new URL(url).searchParams)
export const notificationsPath = (asked: Partial<typeof search.defaults>) =>
  search.path('/account/notifications', asked)
