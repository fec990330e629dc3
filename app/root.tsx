import { randomUUID } from 'node:crypto'
import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { env } from './env.server'
import { imageOf } from './features/catalog/pictures/picture'
import { findUser } from './features/people/accounts/guards.server'
import { isStaff } from './features/people/accounts/profile'
import { SessionWatch } from './features/people/accounts/session-watch'
import { countUnread } from './features/people/notifications/notifications.server'
import { listFooterLinks } from './features/site/pages/site-pages.server'
import { HeadTags } from './http/head-tags'
import { orEmpty } from './http/responses.server'
import { readSessionId } from './http/session-cookie.server'
import { readToast } from './http/toast.server'
import { useEnhancements, VisitorScripts } from './layout/enhance'
import { Frame } from './layout/frame'
import { FADE } from './layout/inline-scripts'
import { useNonce } from './layout/nonce'
import { NavigationProgress, OpeningDeals } from './layout/progress'
import { RefreshWithoutScripts } from './layout/refresh'
import { ThemeScript } from './layout/theme'
import { VisitorStyles } from './layout/visitor-styles'
import memberStylesheet from './members.css?url'
import { site } from './site.server'
import besley from './styles/fonts/besley.woff2?url'
import hanken from './styles/fonts/hanken-grotesk.woff2?url'
import printStylesheet from './styles/print.css?url'
import { CrashScreen } from './ui/crash-screen'
import { ErrorScreen, isExpectedError } from './ui/error-screen'
import { ORIGINAL_SITE } from './ui/site'

export async function loader({ request }: LoaderFunctionArgs) {
  const [found, { toast, headers }, session, footerLinks] = await Promise.all([
    orEmpty('unknown' as const, findMember(request)),
    readToast(request),
    readSessionId(request),
    listFooterLinks(),
  ])
  const user = found === 'unknown' ? null : found
  return data(
    {
      user,
      /** The database is down, so the owner of the session is not known. The page is still that of a member. */
      isUserUnknown: found === 'unknown' && session !== undefined,
      toast: toast ? { ...toast, id: randomUUID() } : null,
      siteName: site.name,
      siteUrl: env.SITE_URL,
      footerTagline: site.footer_tagline,
      outsideLinks: site.links,
      logo: site.logo_light && {
        light: imageOf(site.logo_light),
        dark: imageOf(site.logo_dark ?? site.logo_light),
      },
      icon: imageOf(site.icon)?.src ?? null,
      footerLinks,
    },
    { headers },
  )
}

/** What the pages of a member need to know about them. Visitors cost no query. */
async function findMember(request: Request) {
  const user = await findUser(request)
  if (!user) return null
  const { id, name, role, status, needsSecondFactor } = user
  return { id, name, role, status, needsSecondFactor, unread: await countUnread(id) }
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'
export { pageHeaders as headers } from '~/http/responses.server'

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const siteName = data?.siteName ?? ORIGINAL_SITE.siteName
  if (!error) return [{ title: siteName }]
  return [{ title: `${nameError(error)} | ${siteName}` }, { name: 'robots', content: 'noindex' }]
}

/** Of a missing deal, category or other thing the words that `notFound` made, such as "Deal not found". */
function nameError(error: unknown) {
  if (!isRouteErrorResponse(error)) return 'Something went wrong'
  const { status, data } = error
  const heading = typeof data === 'string' ? data : data?.heading
  if (status === 404 || status === 410) return String(heading).endsWith(' not found') ? heading : 'Page not found'
  return 'Something went wrong'
}

export const links: LinksFunction = () => [
  // A separate file, because print styles do not block rendering.
  { rel: 'stylesheet', href: printStylesheet, media: 'print' },
  ...[hanken, besley].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
]

type RouteHandle = { hasForms?: true; isBare?: true }

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const { user, isUserUnknown, icon } = useRouteLoaderData<typeof loader>('root') ?? {}
  const isSignedIn = Boolean(user || isUserUnknown)
  // After signing out in place, React keeps the hydrated document until the next page load.
  const isMember = useRef(isSignedIn).current || isSignedIn
  // A route's handle says that people without a session see long forms there.
  const matches = useMatches()
  const hasForms = isMember || matches.some(({ handle }) => (handle as RouteHandle | undefined)?.hasForms)
  useEnhancements(isMember)

  return (
    // Without scripts a message sticks to the top, and links within the page end below it.
    <html lang="en" className="noscript:has-data-toast:scroll-pt-44" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeScript />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <style dangerouslySetInnerHTML={{ __html: FADE }} />
        <RefreshWithoutScripts />
        <HeadTags />
        {/* Before those of routes, which change its rules. */}
        {hasForms ? <link rel="stylesheet" href={memberStylesheet} /> : <VisitorStyles />}
        <Links />
        <link rel="icon" href={icon ?? '/favicon.svg'} type={icon ? 'image/webp' : 'image/svg+xml'} />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="apple-touch-icon" href={icon ?? '/apple-touch-icon.png'} />
      </head>
      <body>
        {children}
        {isMember ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <VisitorScripts />
        )}
      </body>
    </html>
  )
}

export default function App() {
  const root = useLoaderData<typeof loader>()
  const { user, isUserUnknown, toast } = root
  const isBare = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.isBare)

  return (
    <Frame unread={unreadOf(root)} isStaff={Boolean(user && isStaff(user))} toast={toast} isBare={isBare}>
      <NavigationProgress />
      <OpeningDeals />
      <SessionWatch isSignedIn={Boolean(user || isUserUnknown)} />
      <Outlet />
    </Frame>
  )
}

type RootData = { user: { unread: number } | null; isUserUnknown: boolean }

/** The number in the header; undefined for visitors. */
function unreadOf(root: RootData | undefined) {
  return root?.user?.unread ?? (root?.isUserUnknown ? 0 : undefined)
}

/** Expected errors such as 404 keep the layout; anything else is a bug and gets a page that cannot fail again. */
export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRouteLoaderData<typeof loader>('root')

  if (!isExpectedError(error)) {
    // The server's own log has it already, with a reference.
    if (typeof document !== 'undefined') console.error(error)
    return <CrashScreen />
  }
  return (
    <Frame unread={unreadOf(root)} isStaff={Boolean(root?.user && isStaff(root.user))}>
      <ErrorScreen />
    </Frame>
  )
}
