import { matchRoutes, useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Loads the code of routes that the page's forms are sent to. It holds what such a form says when it fails, and could
 * not be fetched any more once the connection is lost.
 */
export function usePreloadedActions() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => {
    const actions = new Set([...document.querySelectorAll<HTMLFormElement>('form[method="post"]')].map(actionOf))
    for (const action of actions) {
      const id = matchRoutes(window.__remixRouter.routes, action)?.at(-1)?.route.id
      const route = id && window.__remixManifest.routes[id]
      if (route) import(/* @vite-ignore */ route.module).catch(() => {})
    }
  }, [pathname])
}

const actionOf = (form: HTMLFormElement) => new URL(form.getAttribute('action') ?? '', location.href).pathname
