import { useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Button, ButtonLink } from '~/ui/button'
import { formatDate } from '~/ui/local-date'
import { signInPath } from '~/ui/sign-in-prompt'
import { useDeal } from './use-deal'

/** "Is it still open?": members say what they found at the vendor. */
export function Availability() {
  const { deal, own } = useDeal()
  const hasEnded = deal.shown_status === 'EXPIRED'
  const user = useCurrentUser()
  return (
    <section className="grid gap-2.5 print:hidden" aria-labelledby="availability">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 text-small">
        <b className="font-semibold" id="availability">
          {hasEnded ? 'Is it open again?' : 'Is it still open?'}
        </b>
        <Counts />
      </p>
      {!user ? (
        <ButtonLink to={signInPath(`/deals/${deal.slug}`)} tone="secondary" size="sm">
          Sign in to report it
        </ButtonLink>
      ) : own ? (
        <Said {...own} />
      ) : (
        <Answers hasEnded={hasEnded} isDisabled={!isActive(user)} />
      )}
    </section>
  )
}

function Counts() {
  const { ended, available } = useDeal().reports
  const parts = [
    ended > 0 && `${ended} ${ended === 1 ? 'says' : 'say'} no`,
    available > 0 && `${available} ${available === 1 ? 'says' : 'say'} yes`,
  ].filter(Boolean)
  return parts.length > 0 ? <span className="text-caption text-muted-foreground">{parts.join(', ')}</span> : null
}

function Answers({ hasEnded, isDisabled }: { hasEnded: boolean; isDisabled: boolean }) {
  const { fetcher, form, returnTo } = useReport()
  const busy = fetcher.state !== 'idle'
  return (
    <fetcher.Form {...form} className="flex flex-wrap gap-2 *:grow *:basis-28">
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button tone="secondary" size="sm" name="intent" value="is-available" busy={busy} disabled={isDisabled}>
        {hasEnded ? 'It is open again' : 'Still available'}
      </Button>
      <Button tone="secondary" size="sm" name="intent" value="has-ended" busy={busy} disabled={isDisabled}>
        It has ended
      </Button>
    </fetcher.Form>
  )
}

/** What the reader says at present. */
function Said({ hasEnded, on }: { hasEnded: boolean; on: Date | string }) {
  const { fetcher, form, returnTo } = useReport()
  return (
    <fetcher.Form
      {...form}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-muted-foreground"
    >
      <span>{`You said: ${hasEnded ? 'it has ended' : 'still available'}, ${formatDate(on)}.`}</span>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button tone="ghost" size="sm" name="intent" value="withdraw" busy={fetcher.state !== 'idle'}>
        Undo
      </Button>
    </fetcher.Form>
  )
}

function useReport() {
  const { slug } = useDeal().deal
  const { pathname, search } = useLocation()
  const form = { method: 'post', action: `/deals/${slug}/availability` } as const
  return { fetcher: useFetcher(), form, returnTo: pathname + search }
}
