import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Signed-in members only. Visitors' pages load layout/enhance instead.
readPageData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  }),
)

/**
 * RemixBrowser throws a promise on its first call, until the page's data is read. During hydration an early click would
 * make React render synchronously, which fails while that promise is pending (React error 345).
 */
async function readPageData() {
  try {
    RemixBrowser({})
  } catch (pending) {
    await pending
  }
}
