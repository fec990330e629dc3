import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { TAGLINE } from './tagline'

type HeroProps = { tallies: { deals: number; reviews: number; changes: number } }

export function Hero({ tallies }: HeroProps) {
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
            <ButtonLink to="/auth?mode=sign-up" size="lg" tone="secondary">
              Sign Up Free
            </ButtonLink>
          </div>
          <dl className="hero__tally">
            <Tally label="published deals" value={tallies.deals} />
            <Tally label="buyer reviews" value={tallies.reviews} />
            <Tally label="verified changes" value={tallies.changes} />
          </dl>
        </div>
        <Film />
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

/** Nothing is loaded before somebody presses play, or before the script does it for those who welcome motion. */
function Film() {
  return (
    <div className="hero__film" data-hero="">
      <video
        poster="/film/hero-poster.webp"
        width="960"
        height="840"
        muted
        loop
        playsInline
        controls
        preload="none"
        aria-label="A ledger page fills in: dated entries, prices and verified changes"
      >
        <source src="/film/hero.webm" type="video/webm" />
        <source src="/film/hero.mp4" type="video/mp4" />
      </video>
      <button className="hero__pause" type="button" aria-label="Pause video">
        <Icon name="pause" />
      </button>
    </div>
  )
}
