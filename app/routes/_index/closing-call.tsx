import { ButtonLink } from '~/ui/button'
import { NotFoundArt } from '~/ui/not-found-art'

/** Invites visitors to sign up and members to browse. */
export function ClosingCall({ isMember }: { isMember: boolean }) {
  return (
    <section className="cover" aria-labelledby="join">
      <NotFoundArt motif="cover" />
      <div className="wrap cover__content">
        <div className="gilt-rule" />
        <h2 id="join">Bought one already? Put it on the record.</h2>
        <p>
          {isMember
            ? 'Find the deals you bought, review them, and report changes as soon as a vendor makes them.'
            : 'Create a free account to bookmark deals, review what you bought and report changes as soon as a vendor makes them.'}
        </p>
        <ButtonLink to={isMember ? '/deals' : '/auth?mode=sign-up'} tone="cover" size="lg">
          {isMember ? 'Browse Deals' : 'Create Account'}
        </ButtonLink>
      </div>
    </section>
  )
}
