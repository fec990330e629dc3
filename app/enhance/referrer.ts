import { listen } from './listen'

const STORED = 'referrer'

// Cached pages are the same for everybody, so only the browser knows which other site led here. An empty referrer is no
// address, and storage can be forbidden: both throw, and clicks are then counted without it.
try {
  const { protocol, host, origin, pathname } = new URL(document.referrer)
  if (/^https?:$/.test(protocol) && host !== location.host) sessionStorage.setItem(STORED, origin + pathname)
} catch {}

function storedReferrer() {
  try {
    return sessionStorage.getItem(STORED)
  } catch {
    return null
  }
}

// Before the browser reads the address: for a click with any button, a key, or the context menu.
for (const type of ['pointerdown', 'contextmenu', 'click'] as const) {
  listen(type, 'a[href^="/go/"]', (link) => {
    const referrer = storedReferrer()
    if (referrer) (link as HTMLAnchorElement).search = `?${new URLSearchParams({ referrer })}`
  })
}
