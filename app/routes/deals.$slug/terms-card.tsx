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
    <div className="terms">
      <h3 className="sr-only">Terms</h3>
      <dl className="terms__list">
        {[...stated, ...unknown].map(({ label, value, isPlatformRule }) => (
          <div key={label}>
            <dt>{label}</dt>
            {value === undefined ? (
              <dd className="terms__unknown">Not stated</dd>
            ) : (
              <dd dir="auto">
                {value}
                {isPlatformRule ? <small dir="ltr">{`Platform's rule (${deal.platform.name})`}</small> : null}
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
    <p className="terms__source">
      <a className="link" href={url} target="_blank" rel="nofollow noopener noreferrer">
        {"The vendor's terms"}
        <Icon name="arrow-up-right" />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      {terms_read_on ? (
        <span>
          {'Read by us on '}
          <LocalDate value={terms_read_on} />
        </span>
      ) : null}
    </p>
  )
}
