import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { ERROR_LOOK } from './error-look'
import { Logo } from './logo'
import { useReference } from './reference'

/** An apology and a button that is a plain link, so it works whatever failed. */
export function Crash({ children }: { children?: ReactNode }) {
  const { pathname, search } = useLocation()
  const reference = useReference()
  return (
    <div className="ruled-paper grid flex-1">
      <div className="wrap grid">
        <div className={ERROR_LOOK.page}>
          {children}
          <h1 className={ERROR_LOOK.title}>Something went wrong</h1>
          <p className="text-lead leading-[1.55] text-pretty text-muted-foreground">
            We're sorry, but something unexpected happened. Please try refreshing the page.
          </p>
          <div className={ERROR_LOOK.actions}>
            <ButtonLink href={pathname + search} size="lg" icon="rotate-cw">
              Refresh Page
            </ButtonLink>
          </div>
          {reference ? (
            <p className="text-small text-muted-foreground">
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
    <main id="main" className="flex flex-col">
      <Crash>
        <div className="mb-6">
          <Logo />
        </div>
      </Crash>
    </main>
  )
}
