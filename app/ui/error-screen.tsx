import { type ErrorResponse, isRouteErrorResponse, useLocation, useMatches, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Crash } from './crash-screen'
import { DealSearchBox } from './deal-search-box'
import { ERROR_LOOK } from './error-look'
import { SaleSeal } from './not-found-art'

type NotFoundProps = {
  status?: number
  heading?: string
  text?: string
  back?: { to: string; label: string }
  /** Suggestions of other pages. */
  children?: ReactNode
}

/** An error page with the status, a search box for missing pages and two links. */
export function NotFound({
  status = 404,
  heading = 'No entry at this address.',
  text = 'The page may have moved, or the link has a typo in it. Deals that end stay on the record, so a search usually finds them.',
  back = { to: '/deals', label: 'Browse Deals' },
  children,
}: NotFoundProps) {
  const { pathname } = useLocation()
  return (
    <div className="ruled-paper">
      <div className="wrap grid items-center gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className={ERROR_LOOK.page}>
          <p className="inline-flex items-center gap-3 text-muted-foreground">
            <span>{status}</span>
            <s className="wrap-anywhere decoration-2 decoration-destructive-ink">{pathname}</s>
          </p>
          <h1 className={ERROR_LOOK.title}>{heading}</h1>
          <p className="text-lead leading-[1.55] text-pretty text-muted-foreground">{text}</p>
          {children}
          {status === 404 || status === 410 ? <DealSearchBox className="max-w-md" /> : null}
          <div className={ERROR_LOOK.actions}>
            <ButtonLink to={back.to} size="lg" icon={back.label.startsWith('Back') ? 'arrow-left' : undefined}>
              {back.label}
            </ButtonLink>
            <ButtonLink to="/" size="lg" tone="secondary">
              Go to homepage
            </ButtonLink>
          </div>
        </div>
        <SaleSeal text={String(status)} />
      </div>
    </div>
  )
}

const TEXTS: Record<number, { heading: string; text?: string }> = {
  403: { heading: 'You cannot open this page', text: 'Your account does not have access to it.' },
  409: { heading: 'Someone else already decided this' },
  410: { heading: 'This entry was removed', text: 'It is no longer on the record.' },
  429: { heading: 'Too many requests' },
}

/** The error boundary of a page: thrown responses get their own text, other errors the crash message. */
export function ErrorScreen({ back, text }: Pick<NotFoundProps, 'back' | 'text'>) {
  const error = useRouteError()
  if (!isExpectedError(error)) return <Crash />

  const message = typeof error.data === 'string' && error.data ? error.data : undefined
  if (error.status === 503) return <Unavailable text={message} />
  if (error.status === 404) {
    const heading = message?.match(/^[A-Z]\w* not found$/) ? message : undefined
    const reason = heading ? 'It may have been renamed or removed.' : undefined
    return <NotFound heading={heading} text={text ?? reason} back={back} />
  }
  const texts = TEXTS[error.status] ?? { heading: 'Something went wrong' }
  return <NotFound status={error.status} heading={texts.heading} text={message ?? texts.text} back={back} />
}

/** The `handle` of a route whose load failure has its own message (spec §8). */
export type LoadFailureHandle = { loadFailure?: string }

/** A page whose data could not be loaded (http/responses.server). A plain link, so that it works whatever failed. */
function Unavailable({ text = 'Please try again in a moment.' }: { text?: string }) {
  const { pathname, search } = useLocation()
  const messages = useMatches().map(({ handle }) => (handle as LoadFailureHandle | undefined)?.loadFailure)
  return (
    <div className="ruled-paper">
      <div className="wrap">
        <div className={ERROR_LOOK.page}>
          <p className="text-muted-foreground">Error</p>
          <h1 className={ERROR_LOOK.title}>{messages.findLast(Boolean) ?? 'Back in a moment'}</h1>
          <p className="text-lead leading-[1.55] text-pretty text-muted-foreground">{text}</p>
          <div className={ERROR_LOOK.actions}>
            <ButtonLink href={pathname + search} size="lg" icon="rotate-cw">
              Try again
            </ButtonLink>
            <ButtonLink to="/" size="lg" tone="secondary">
              Go to homepage
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}

/** Whether the error is a thrown response below 500 or 503, not a bug. */
export function isExpectedError(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)
}
