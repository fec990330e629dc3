import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { holdsUnsentInput } from '~/http/form-hooks'

const EVERY_MS = 30_000
const CHANNEL = 'session'

const SIGNED_OUT = {
  tone: 'error',
  title: 'You were signed out',
  text: 'What you typed is still here. Sign in in another tab, then send it.',
  stays: true,
}

/**
 * Detects the end of the session: at once when another tab signs out, within 30 seconds when the server ends it while the
 * page is visible, and when the back button restores a page from memory. Other tabs hear of a sign-in (enhance/session).
 */
export function SessionWatch({ isSignedIn }: { isSignedIn: boolean }) {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const isPrivate = /^\/(account|admin)(\/|$)/.test(pathname)
  const wasSignedIn = useRef(isSignedIn)

  useEffect(() => {
    if (isSignedIn) notifyOtherTabs('started')
    else if (wasSignedIn.current) notifyOtherTabs('ended')
    if (!wasSignedIn.current && isSignedIn) document.dispatchEvent(new Event('signed-in'))
    wasSignedIn.current = isSignedIn
  }, [isSignedIn])

  useEffect(() => {
    if (!isSignedIn) return listenForSignIn(revalidate)
    let isTold = false
    // Other pages only drop personal data, and with unsent input nothing.
    const leave = () => {
      if (isPrivate) return location.replace(signInPath())
      if (!holdsUnsentInput()) return revalidate()
      if (!isTold) document.dispatchEvent(new CustomEvent('toast', { detail: SIGNED_OUT }))
      isTold = true
    }
    const check = async () => {
      if (document.visibilityState === 'visible' && (await hasEnded())) leave()
    }
    const checkReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isPrivate) location.reload()
      else if (persisted) void check()
    }
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }) => {
      if (data === 'ended') leave()
    })
    const timer = setInterval(check, EVERY_MS)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('pageshow', checkReturn)
    return () => {
      channel.close()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('pageshow', checkReturn)
    }
  }, [isSignedIn, isPrivate, revalidate])

  return null
}

// A network error does not prove that the session has ended.
async function hasEnded() {
  try {
    const response = await fetch('/session', { cache: 'no-store' })
    return response.ok && !((await response.json()) as { isSignedIn: boolean }).isSignedIn
  } catch {
    return false
  }
}

function notifyOtherTabs(change: 'started' | 'ended') {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(change)
  channel.close()
}

/** A page that stayed after signing out in place. */
function listenForSignIn(revalidate: () => void) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    if (data === 'started') revalidate()
  })
  return () => channel.close()
}

function signInPath() {
  return `/auth?${new URLSearchParams({ redirectTo: location.pathname + location.search })}`
}
