import { TAGLINE } from '~/features/audience/seo/tagline'
import { ButtonLink } from '~/ui/button'
import { HeroVideo } from '~/ui/hero-video'
import poster480 from './poster-480.avif?url'
import poster720 from './poster-720.avif?url'
import poster960 from './poster-960.avif?url'

const POSTERS = `${poster480} 480w, ${poster720} 720w, ${poster960} 960w`
// As wide as the page without its gutters; from 960 pixels one of two columns.
const SIZES = '(min-width: 81rem) 36rem, (min-width: 60rem) calc(47.8vw - 2.5rem), calc(95.6vw - 1rem)'

type HeroProps = { counts: { deals: number; reviews: number; changes: number }; isMember: boolean }

export function Hero({ counts, isMember }: HeroProps) {
  return (
    <section className="hero">
      <div className="wrap hero__content">
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
            <Count label="published deals" value={counts.deals} />
            <Count label="moderated reviews" value={counts.reviews} />
            <Count label="verified changes" value={counts.changes} />
          </dl>
        </div>
        <HeroVideo
          name="/video/hero"
          poster="/video/hero-poster.webp"
          posters={POSTERS}
          sizes={SIZES}
          label="A ledger page fills in: dated entries, prices and verified changes"
          width={960}
          height={840}
        />
      </div>
    </section>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value.toLocaleString('en-US')}</dd>
    </div>
  )
}
