import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

const EVERY_MS = 30_000
const CHANNEL = 'session'

/**
 * Notices that the session has ended: in another tab at once, on the server within half a minute while the page is
 * looked at, and on a page that the back button brings back from memory.
 */
export function SessionWatch({ isSignedIn }: { isSignedIn: boolean }) {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const isPrivate = /^\/(account|admin)(\/|$)/.test(pathname)
  const wasSignedIn = useRef(isSignedIn)

  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) tellOtherTabs()
    wasSignedIn.current = isSignedIn
  }, [isSignedIn])

  useEffect(() => {
    if (!isSignedIn) return
    // A public page keeps what is being typed and only loses what belongs to the person.
    const leave = () => (isPrivate ? location.replace(signInPath()) : revalidate())
    const check = async () => {
      if (document.visibilityState === 'visible' && (await hasEnded())) leave()
    }
    const checkReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isPrivate) location.reload()
      else if (persisted) void check()
    }
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', leave)
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

// No answer is no proof: a network that is away signs nobody out.
async function hasEnded() {
  try {
    const response = await fetch('/session', { cache: 'no-store' })
    return response.ok && !((await response.json()) as { isSignedIn: boolean }).isSignedIn
  } catch {
    return false
  }
}

function tellOtherTabs() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('ended')
  channel.close()
}

function signInPath() {
  return `/auth?${new URLSearchParams({ redirectTo: location.pathname + location.search })}`
}
