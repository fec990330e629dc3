import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Only signed-in people get here; see layout/enhance for everybody else.
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
 * The first call begins to read the page's data and throws the promise of it. React would meet that promise while it
 * hydrates, where an early click makes it finish at once, which it cannot while it waits (its error 345).
 */
async function readPageData() {
  try {
    RemixBrowser({})
  } catch (waiting) {
    await waiting
  }
}
