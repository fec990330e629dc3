import type { StatedTerm } from '~/features/catalog/deals/terms'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { outsideUrl } from '~/ui/outside-url'
import type { ShownDeal } from './shown-deal'

export type DealWithTerms = Pick<
  ShownDeal,
  | 'platform'
  | 'lifetime_means'
  | 'refund_days'
  | 'refund_from'
  | 'redeem_days'
  | 'stackable'
  | 'max_codes'
  | 'transferable'
  | 'future_versions'
  | 'shutdown_notice'
  | 'terms_url'
  | 'terms_read_on'
>

/** The terms of a deal in two columns, those not stated last. */
export function TermsCard({ deal, terms }: { deal: DealWithTerms; terms: StatedTerm[] }) {
  const { true: stated = [], false: unknown = [] } = Object.groupBy(terms, ({ value }) =>
    value === undefined ? 'false' : 'true',
  )
  return (
    <div className="rounded-md border border-border-strong bg-card px-4.5 pt-1.5 pb-4.5 md:px-6 lg:px-7">
      <h3 className="sr-only">Terms</h3>
      <dl className="grid sm:grid-cols-2 sm:gap-x-8">
        {[...stated, ...unknown].map(({ label, value, isPlatformRule }) => (
          <div key={label} className="grid content-start gap-px border-b border-border py-3.25">
            <dt className="text-caption leading-snug text-muted-foreground">{label}</dt>
            {value === undefined ? (
              <dd className="text-control leading-snug font-book text-subtle-foreground">Not stated</dd>
            ) : (
              <dd className="text-control leading-snug font-semibold" dir="auto">
                {value}
                {isPlatformRule ? (
                  <small className="block text-caption font-book text-subtle-foreground" dir="ltr">
                    {`Platform's rule (${deal.platform.name})`}
                  </small>
                ) : null}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <TermsSource deal={deal} />
    </div>
  )
}

/** Where the terms come from, and when they were read. */
export function TermsSource({ deal: { terms_url, terms_read_on } }: { deal: DealWithTerms }) {
  const url = outsideUrl(terms_url)
  if (!url) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pt-3.5 text-caption leading-5 text-subtle-foreground">
      <a
        className="link inline-flex min-h-6 items-center gap-1"
        href={url}
        target="_blank"
        rel="nofollow noopener noreferrer"
      >
        {"The vendor's terms"}
        <Icon name="arrow-up-right" />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      {terms_read_on ? (
        <span>
          {'We read them on '}
          <LocalDate value={terms_read_on} />
        </span>
      ) : null}
    </p>
  )
}
