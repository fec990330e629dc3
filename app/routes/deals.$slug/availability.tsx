import { useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Button, ButtonLink } from '~/ui/button'
import { formatDate } from '~/ui/local-date'
import { signInPath } from '~/ui/sign-in-prompt'
import { useDeal } from './use-deal'

/** "Is it still open?": members say what they found at the vendor. */
export function Availability() {
  const { deal } = useDeal()
  const user = useCurrentUser()
  return (
    <section className="grid gap-2.5 print:hidden" aria-labelledby="availability">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 text-small">
        <b className="font-semibold" id="availability">
          {deal.shown_status === 'EXPIRED' ? 'Is it open again?' : 'Is it still open?'}
        </b>
        <Counts />
      </p>
      {user ? (
        <ReportForm isDisabled={!isActive(user)} />
      ) : (
        <ButtonLink to={signInPath(`/deals/${deal.slug}`)} tone="secondary" size="sm">
          Sign in to report it
        </ButtonLink>
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

/** Two answers, or what the reader says at present. */
function ReportForm({ isDisabled }: { isDisabled: boolean }) {
  const { deal, own } = useDeal()
  const { pathname, search } = useLocation()
  const fetcher = useFetcher()
  const look = { size: 'sm', name: 'intent', busy: fetcher.state !== 'idle' } as const
  const answer = { ...look, tone: 'secondary', disabled: isDisabled } as const
  return (
    <fetcher.Form
      method="post"
      action={`/deals/${deal.slug}/availability`}
      className={
        own
          ? 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-muted-foreground'
          : 'flex flex-wrap gap-2 *:grow *:basis-28'
      }
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      {own ? (
        <>
          <span>{`You said: ${own.hasEnded ? 'it has ended' : 'still available'}, ${formatDate(own.on)}.`}</span>
          <Button {...look} tone="ghost" value="withdraw">
            Undo
          </Button>
        </>
      ) : (
        <>
          <Button {...answer} value="is-available">
            {deal.shown_status === 'EXPIRED' ? 'It is open again' : 'Still available'}
          </Button>
          <Button {...answer} value="has-ended">
            It has ended
          </Button>
        </>
      )}
    </fetcher.Form>
  )
}
