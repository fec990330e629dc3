import { ButtonLink } from '~/ui/button'
import { GiltRule } from '~/ui/cover'
import { NotFoundArt } from '~/ui/not-found-art'

/** Invites visitors to sign up and members to browse. */
export function ClosingCall({ isMember }: { isMember: boolean }) {
  return (
    <section className="relative overflow-hidden bg-cover text-cover-foreground print:hidden" aria-labelledby="join">
      <NotFoundArt motif="cover" />
      <div className="wrap relative grid justify-items-start gap-5 py-12 md:py-15 xl:py-20">
        <GiltRule />
        <h2 id="join" className="max-w-[18ch] text-h1">
          Bought one already? Put it on the record.
        </h2>
        <p className="max-w-136 text-lead text-cover-muted leading-[1.5]">
          {isMember
            ? 'Find the deals you bought, review them, and report changes as soon as you see them.'
            : 'Create a free account to bookmark deals, review what you bought and report changes as soon as you see them.'}
        </p>
        <ButtonLink to={isMember ? '/deals' : '/auth?mode=sign-up'} tone="cover" size="lg">
          {isMember ? 'Browse Deals' : 'Create Account'}
        </ButtonLink>
      </div>
    </section>
  )
}
