import { expect, test } from 'vitest'
import { routeIdOf } from '~/edge/request-log.server'
import { SCREENS } from '../screens'
import { routesOfBuild } from '../setup/routes-of-build'

/** Around other pages, or a redirect with a component so that links within the site lead there. */
const NO_SCREENS = ['root', 'routes/admin', 'routes/admin.queue_.next', 'routes/deals.$slug']

test('every page of the build is in the list of screens, and every screen is a page', async () => {
  const pages = (await routesOfBuild()).filter(({ isScreen }) => isScreen).map(({ id }) => id)
  const screens = SCREENS.flatMap((part) => part.screens)
  const listed = new Set(screens.map(({ path }) => routeIdOf(path)))
  expect([...listed].sort()).toEqual(pages.filter((id) => !NO_SCREENS.includes(id)).sort())
})
