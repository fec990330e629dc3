import { Form, Link } from '@remix-run/react'
import { describeChoices, isFollowed, TICK_LABELS, TICKS } from '~/features/audience/following/followed-deal'
import type { SavedDeal } from '~/features/audience/following/followed-deals.server'
import { TargetField } from '~/features/audience/following/target-field'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { type FormResult, submittedValue } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Icon } from '~/ui/icon'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'

type FollowedDealsProps = {
  deals: SavedDeal[]
  counts: { saved: number; followed: number }
  /** The deal whose choices are open. */
  openId: string
  canChange: boolean
  resultFor: (id: string) => FormResult
  page: number
  pages: number
  href: (page: number) => string
}

export function FollowedDeals(props: FollowedDealsProps) {
  const { deals, counts, openId, canChange, resultFor, page, pages, href } = props
  const followed = deals.filter(isFollowed)
  const others = deals.filter((deal) => !isFollowed(deal))
  return (
    <section aria-labelledby="deals">
      <div className="section-head section-head--plain">
        <h2 id="deals">Deals you follow</h2>
        <p className="muted">{`${counts.followed.toLocaleString('en-US')} of your ${pluralize(counts.saved, 'bookmark')}`}</p>
      </div>
      {counts.saved === 0 ? (
        <EmptyState icon="bookmark" title="No deals yet" text="Bookmark a deal to follow it.">
          <ButtonLink to="/deals" tone="secondary">
            Browse Deals
          </ButtonLink>
        </EmptyState>
      ) : null}
      {followed.length > 0 ? (
        <ul className="follow">
          {followed.map((deal) => (
            <li key={deal.id}>
              <DealLine deal={deal} />
              <Amount deal={deal} />
              {canChange ? <DealChoices deal={deal} result={resultFor(deal.id)} isOpen={deal.id === openId} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {others.length > 0 ? (
        <details className="fold mt-2" open={followed.length === 0 || others.some(({ id }) => id === openId)}>
          <summary>
            <Icon name="plus" />
            {`${pluralize(others.length, 'bookmark')} you do not follow`}
          </summary>
          <ul className="follow">
            {others.map((deal) => (
              <li key={deal.id}>
                <DealLine deal={deal} />
                {canChange ? <FollowAgain deal={deal} /> : null}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <Pagination page={page} pageCount={pages} href={href} />
    </section>
  )
}

function DealLine({ deal }: { deal: SavedDeal }) {
  const what = describeChoices(deal, deal.currency)
  return (
    <div>
      <div className="follow__line">
        <Link className="follow__name" to={`/deals/${deal.slug}`} discover="none">
          <bdi>{deal.title}</bdi>
        </Link>
        <DealStatusBadge status={deal.shown_status} />
      </div>
      {what ? <p className="follow__what">{what}</p> : null}
    </div>
  )
}

function Amount({ deal: { deal_price, currency } }: { deal: SavedDeal }) {
  if (deal_price === null) return <span className="small muted">Not listed</span>
  return <Price amount={deal_price} currency={currency} />
}

function FollowAgain({ deal }: { deal: SavedDeal }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="follow-again" />
      <Button tone="ghost" size="sm" name="id" value={deal.id}>
        <span>
          Follow again<span className="sr-only">{` ${deal.title}`}</span>
        </span>
      </Button>
    </Form>
  )
}

type DealChoicesProps = { deal: SavedDeal; result: FormResult; isOpen: boolean }

/** The events of a deal that notify a member. */
function DealChoices({ deal, result, isOpen }: DealChoicesProps) {
  // The form on the page of the deal has no ticks.
  const ticks = submittedValue(result, 'intent') === 'deal' ? result : undefined
  return (
    <details className="fold follow__edit" open={isOpen || result !== undefined}>
      <summary>
        <Icon name="plus" />
        <span>
          Change<span className="sr-only">{` what you are told about ${deal.title}`}</span>
        </span>
      </summary>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="deal" />
        <input type="hidden" name="id" value={deal.id} />
        <fieldset className="field">
          <legend className="field__label">Tell me about</legend>
          <div className="tickgrid">
            {TICKS.map((tick) => (
              <label key={tick} className="check">
                <input
                  type="checkbox"
                  name={tick}
                  defaultChecked={ticks ? submittedValue(ticks, tick) !== undefined : deal[tick]}
                />
                <span>{TICK_LABELS[tick]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="inline-form">
          <TargetField label="Tell me at or below" idPrefix={`${deal.id}-`} optional {...{ deal, result }} />
          <Button>Save</Button>
          <Button tone="ghost" name="stop" value="1">
            Stop following
          </Button>
        </div>
      </Form>
    </details>
  )
}
