import { ButtonLink } from '~/ui/button'
import { Engraving } from '~/ui/engraving'

export function ClosingCall() {
  return (
    <section className="cover" aria-labelledby="join">
      <Engraving motif="cover" />
      <div className="wrap cover__in">
        <div className="gilt-rule" />
        <h2 id="join">Bought one already? Put it on the record.</h2>
        <p>
          Create a free account to bookmark deals, review what you bought and report changes the moment a vendor makes
          them.
        </p>
        <ButtonLink to="/auth?mode=sign-up" tone="cover" size="lg">
          Create Account
        </ButtonLink>
      </div>
    </section>
  )
}
