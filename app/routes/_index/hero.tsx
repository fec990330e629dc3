import { ButtonLink } from '~/ui/button'
import { HeroVideo } from '~/ui/hero-video'
import { TAGLINE } from './tagline'

type HeroProps = { tallies: { deals: number; reviews: number; changes: number }; isMember: boolean }

export function Hero({ tallies, isMember }: HeroProps) {
  return (
    <section className="hero">
      <div className="wrap hero__in">
        <div className="hero__copy">
          <h1>Lifetime deals, kept on the record.</h1>
          <p className="lead">{TAGLINE}</p>
          <div className="hero__cta">
            <ButtonLink to="/deals" size="lg">
              Browse Deals
            </ButtonLink>
            <ButtonLink to={isMember ? '/account' : '/auth?mode=sign-up'} size="lg" tone="secondary">
              {isMember ? 'Your account' : 'Sign Up Free'}
            </ButtonLink>
          </div>
          <dl className="hero__counts">
            <Tally label="published deals" value={tallies.deals} />
            <Tally label="buyer reviews" value={tallies.reviews} />
            <Tally label="verified changes" value={tallies.changes} />
          </dl>
        </div>
        <HeroVideo
          name="/film/hero"
          poster="/film/hero-poster.webp"
          label="A ledger page fills in: dated entries, prices and verified changes"
          width={960}
          height={840}
        />
      </div>
    </section>
  )
}

function Tally({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value.toLocaleString('en-US')}</dd>
    </div>
  )
}
