import { ButtonLink } from '~/ui/button'
import { DealSearchBox } from '~/ui/deal-search-box'
import { HeroVideo } from '~/ui/hero-video'
import { Icon } from '~/ui/icon'

type HeroProps = { tagline: string; counts: { deals: number; reviews: number; changes: number }; isMember: boolean }

export function Hero({ tagline, counts, isMember }: HeroProps) {
  return (
    <section className="ruled-paper overflow-hidden border-b border-border">
      <div className="wrap grid gap-10 pt-9.5 pb-10 md:pt-13 md:pb-14 lg:grid-cols-2 lg:items-center lg:gap-16 xl:pt-20 xl:pb-21">
        <div className="relative grid justify-items-start gap-5">
          <MarginLine />
          <h1 className="text-display">Lifetime deals, kept on the record.</h1>
          <p className="max-w-136 text-pretty text-lead">{tagline}</p>
          <DealSearchBox size="lg" className="mt-1.5 max-w-md print:hidden" />
          <div className="flex flex-wrap gap-3 print:hidden">
            <ButtonLink to="/deals" size="lg">
              Browse Deals
            </ButtonLink>
            <ButtonLink to={isMember ? '/account' : '/auth?mode=sign-up'} size="lg" tone="secondary">
              {isMember ? 'Your account' : 'Sign Up Free'}
            </ButtonLink>
          </div>
          {Object.values(counts).every((count) => count === 0) ? (
            <p className="mt-3 flex items-center gap-2 text-control text-muted-foreground">
              <Icon name="clock" className="size-4" />
              The first deals are on their way.
            </p>
          ) : null}
          <dl className="mt-5 grid empty:hidden grid-cols-[repeat(3,auto)] gap-x-5 pt-1 md:gap-x-8 xl:gap-x-11">
            <Count noun="open deal" value={counts.deals} />
            <Count noun="review" value={counts.reviews} />
            <Count noun="verified change" value={counts.changes} />
          </dl>
        </div>
        <HeroVideo />
      </div>
    </section>
  )
}

/** Left out at zero. */
function Count({ noun, value }: { noun: string; value: number }) {
  if (value === 0) return null
  return (
    <div className="flex flex-col-reverse gap-0.5 border-b-4 border-b-border-strong border-double pt-1.5 pb-2.5">
      <dt className="text-caption text-muted-foreground leading-snug">{value === 1 ? noun : `${noun}s`}</dt>
      <dd className="font-display text-figure-md leading-heading tracking-heading">{value.toLocaleString('en-US')}</dd>
    </div>
  )
}

/** The red line of a ledger at the start of the column. */
function MarginLine() {
  return <div className="absolute -inset-y-48 -start-6 hidden border-rule border-s lg:block" />
}
