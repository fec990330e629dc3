import { matchRoutes, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import enhanceUrl from '~/enhance/main.ts?worker&url'
import { SPECULATION } from './inline-scripts'
import { useNonce } from './nonce'

/** The only script of a visitor's page. */
export function VisitorScripts() {
  const nonce = useNonce()
  return (
    <>
      <script type="module" src={enhanceUrl} nonce={nonce} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: SPECULATION }} />
    </>
  )
}

/**
 * Loads the same script for members, and what the forms of a page need. After hydration, because earlier the script would
 * change markup that React has yet to hydrate.
 */
export function useEnhancements(hydrated: boolean) {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => {
    if (hydrated && !import.meta.env.SSR) Promise.all([import('~/enhance/main'), preloadActions()]).then(markAsHydrated)
  }, [hydrated, pathname])
}

/**
 * Preloads the modules of routes that the page's forms post to. They hold the failure messages, and could not be loaded
 * after the connection is lost.
 */
async function preloadActions() {
  const actions = new Set([...document.querySelectorAll<HTMLFormElement>('form[method="post"]')].map(actionOf))
  const ids = [...actions].flatMap((action) => matchRoutes(window.__remixRouter.routes, action)?.at(-1)?.route.id ?? [])
  const routes = ids.flatMap((id) => window.__remixManifest.routes[id] ?? [])
  await Promise.allSettled(routes.map((route) => import(/* @vite-ignore */ route.module)))
}

const actionOf = (form: HTMLFormElement) => new URL(form.getAttribute('action') ?? '', location.href).pathname

/** Signals that all listeners are attached and forms are ready to be sent; the end-to-end tests wait for it. */
function markAsHydrated() {
  document.documentElement.dataset.hydrated = ''
}
