import { useFetcher, useLocation } from '@remix-run/react'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Button, ButtonLink } from '~/ui/button'
import { formatDate } from '~/ui/local-date'
import { signInPath } from '~/ui/sign-in-prompt'

export type AvailabilityProps = {
  deal: { slug: string; shown_status: ShownStatus }
  reports: { ended: number; available: number }
  /** What the reader says at present. */
  own: { hasEnded: boolean; on: Date | string } | undefined
}

/** "Is it still open?": members say what they found at the vendor. */
export function Availability({ deal, reports, own }: AvailabilityProps) {
  const hasEnded = deal.shown_status === 'EXPIRED'
  const user = useCurrentUser()
  return (
    <section className="grid gap-2.5 print:hidden" aria-labelledby="availability">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 text-small">
        <b className="font-semibold" id="availability">
          {hasEnded ? 'Is it open again?' : 'Is it still open?'}
        </b>
        <Counts reports={reports} />
      </p>
      {!user ? (
        <ButtonLink to={signInPath(`/deals/${deal.slug}`)} tone="secondary" size="sm">
          Sign in to report it
        </ButtonLink>
      ) : own ? (
        <Said slug={deal.slug} own={own} />
      ) : (
        <Answers slug={deal.slug} hasEnded={hasEnded} isDisabled={!isActive(user)} />
      )}
    </section>
  )
}

function Counts({ reports: { ended, available } }: Pick<AvailabilityProps, 'reports'>) {
  const parts = [
    ended > 0 && `${ended} ${ended === 1 ? 'says' : 'say'} no`,
    available > 0 && `${available} ${available === 1 ? 'says' : 'say'} yes`,
  ].filter(Boolean)
  return parts.length > 0 ? <span className="text-caption text-muted-foreground">{parts.join(', ')}</span> : null
}

type AnswersProps = { slug: string; hasEnded: boolean; isDisabled: boolean }

function Answers({ slug, hasEnded, isDisabled }: AnswersProps) {
  const { fetcher, returnTo } = useReport()
  const busy = fetcher.state !== 'idle'
  return (
    <fetcher.Form
      method="post"
      action={`/deals/${slug}/availability`}
      className="flex flex-wrap gap-2 *:grow *:basis-28"
    >
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

function Said({ slug, own }: { slug: string; own: NonNullable<AvailabilityProps['own']> }) {
  const { fetcher, returnTo } = useReport()
  return (
    <fetcher.Form
      method="post"
      action={`/deals/${slug}/availability`}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-muted-foreground"
    >
      <span>{`You said: ${own.hasEnded ? 'it has ended' : 'still available'}, ${formatDate(own.on)}.`}</span>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button tone="ghost" size="sm" name="intent" value="withdraw" busy={fetcher.state !== 'idle'}>
        Undo
      </Button>
    </fetcher.Form>
  )
}

function useReport() {
  const { pathname, search } = useLocation()
  return { fetcher: useFetcher(), returnTo: pathname + search }
}
