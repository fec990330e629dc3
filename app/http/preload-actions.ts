import { matchRoutes, useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Preloads the modules of routes that the page's forms post to. They hold the failure messages, and could not be loaded
 * after the connection is lost.
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
