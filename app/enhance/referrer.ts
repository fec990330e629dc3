import { listen } from './listen'

const STORAGE_KEY = 'referrer'

// Cached pages are the same for everyone, so the browser has to remember the referring site. An empty referrer and blocked
// storage both throw; clicks are then counted without a referrer.
try {
  const { protocol, host, origin, pathname } = new URL(document.referrer)
  if (/^https?:$/.test(protocol) && host !== location.host) sessionStorage.setItem(STORAGE_KEY, origin + pathname)
} catch {}

function storedReferrer() {
  try {
    return sessionStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

// Runs before the browser reads the link: on a click with any button, a key press, or the context menu.
for (const type of ['pointerdown', 'contextmenu', 'click'] as const) {
  listen(type, 'a[href^="/go/"]', (link) => {
    const referrer = storedReferrer()
    if (referrer) (link as HTMLAnchorElement).search = `?${new URLSearchParams({ referrer })}`
  })
}
