import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import { loader as rootLoader } from '~/root'
import { requestAs } from './requests'

export type RouteModule = {
  loader?: (args: never) => unknown
  action?: (args: never) => unknown
  default: ComponentType
}
type Page = {
  /** The pattern of the route, such as "/deals/:slug". */
  pattern: string
  path: string
  /** The id of the first route, for pages whose parts read its data by it. */
  id?: string
  /** The layout first, if there is one, then the page. */
  routes: RouteModule[]
  /** The fields of a form of the page that is sent first. */
  form?: Record<string, string>
}

/**
 * The HTML of a page without the document around it, as its loaders and components make it for this profile.
 *
 * @param given the request, if it is not simply that of the profile
 */
export async function renderPage(
  profile: { id: string } | null,
  { pattern, path, id, routes, form }: Page,
  given?: Request,
) {
  const [first, ...rest] = routes.map((route) => ({
    loader: route.loader as never,
    action: route.action as never,
    Component: route.default,
  }))
  const children = rest.map((route) => ({ ...route, index: true as const }))
  const tree = [{ id: 'root', loader: rootLoader as never, children: [{ ...first!, id, path: pattern, children }] }]
  const handler = createStaticHandler(tree)
  const context = await handler.query(given ?? (await requestAs(profile, path, form)))
  if (context instanceof Response) throw context
  for (const error of Object.values(context.errors ?? {})) throw error
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }

/** The words of a piece of HTML, with those of inline elements unseparated, as a browser shows them. */
export function wordsOf(html: string) {
  return html
    .replaceAll(/<\/?(?:b|bdi|i|s|small|span|strong|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|quot|lt|gt|#x27);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
