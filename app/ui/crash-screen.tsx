import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { ErrorStyles } from './error-styles'
import { Logo } from './logo'
import { useReference } from './reference'

/** An apology and a button that is a plain link, so it works whatever failed. */
export function Crash({ children }: { children?: ReactNode }) {
  const { pathname, search } = useLocation()
  const reference = useReference()
  return (
    <div className="ruled crash">
      <ErrorStyles />
      <div className="wrap crash">
        <div className="error-page">
          {children}
          <h1>Something went wrong</h1>
          <p className="lead">We're sorry, but something unexpected happened. Please try refreshing the page.</p>
          <div className="error-page__actions">
            <ButtonLink href={pathname + search} size="lg" icon="rotate-cw">
              Refresh Page
            </ButtonLink>
          </div>
          {reference ? (
            <p className="small muted">
              {'Reference: '}
              <code data-reference="">{reference}</code>
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** The fallback without header and loader data, so that it cannot fail again. */
export function CrashScreen() {
  return (
    <main id="main" className="crash">
      <Crash>
        <Logo named />
      </Crash>
    </main>
  )
}
