import { Form } from '@remix-run/react'
import { describeChoices, isFollowed, TICK_LABELS, TICKS } from '~/features/audience/following/followed-deal'
import type { SavedDeal } from '~/features/audience/following/followed-deals.server'
import { TargetField } from '~/features/audience/following/target-field'
import { DealState } from '~/features/catalog/deals/deal-status-badge'
import { perPeriod } from '~/features/catalog/deals/regular-price'
import { type FormResult, submittedValue } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { EmptyState } from '~/ui/empty-state'
import { Entry, EntryHead, EntryList, EntryNote } from '~/ui/entry-list'
import { FIELD, LABEL } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { INLINE_FORM } from '~/ui/inline-form'
import { NameLink } from '~/ui/name-link'
import { Pagination } from '~/ui/pagination'
import { Price } from '~/ui/price'
import { SectionHead } from '~/ui/section-head'
import { EntryForm } from './entry-form'

type FollowedDealsProps = {
  deals: SavedDeal[]
  counts: { saved: number }
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
      <SectionHead line="none">
        <h2 id="deals">Saved Deals</h2>
        {counts.saved > 0 ? (
          <p className="text-small text-muted-foreground">{`${counts.saved.toLocaleString('en-US')} saved`}</p>
        ) : null}
      </SectionHead>
      {counts.saved === 0 ? (
        <EmptyState
          icon="bookmark"
          title="No saved deals yet"
          text="Bookmark a deal to save it here and hear when its price or terms change."
        >
          <ButtonLink to="/deals" tone="secondary">
            Browse Deals
          </ButtonLink>
        </EmptyState>
      ) : null}
      {followed.length > 0 ? (
        <EntryList>
          {followed.map((deal) => (
            <Entry key={deal.id}>
              <DealLine deal={deal} />
              <Amount deal={deal} />
              {canChange ? <DealChoices deal={deal} result={resultFor(deal.id)} isOpen={deal.id === openId} /> : null}
            </Entry>
          ))}
        </EntryList>
      ) : null}
      {others.length > 0 ? (
        <Fold
          className="mt-2"
          open={followed.length === 0 || others.some(({ id }) => id === openId)}
          summary={`${others.length} without alerts`}
        >
          <EntryList>
            {others.map((deal) => (
              <Entry key={deal.id}>
                <DealLine deal={deal} />
                {canChange ? <WithoutAlerts deal={deal} /> : null}
              </Entry>
            ))}
          </EntryList>
        </Fold>
      ) : null}
      <Pagination page={page} pageCount={pages} href={href} />
    </section>
  )
}

function DealLine({ deal }: { deal: SavedDeal }) {
  const what = describeChoices(deal, deal.currency)
  return (
    <div>
      <EntryHead>
        <NameLink to={`/deals/${deal.slug}`} discover="none">
          <bdi>{deal.title}</bdi>
        </NameLink>
        <DealState deal={deal} />
      </EntryHead>
      {what ? <EntryNote>{what}</EntryNote> : null}
    </div>
  )
}

function Amount({ deal: { deal_price, deal_price_period, currency } }: { deal: SavedDeal }) {
  if (deal_price === null) return <span className="text-small text-muted-foreground">Not listed</span>
  return <Price amount={deal_price} currency={currency} per={perPeriod(deal_price_period)} size="lg" />
}

function WithoutAlerts({ deal }: { deal: SavedDeal }) {
  return (
    <div className="flex flex-wrap justify-end">
      <Form method="post">
        <input type="hidden" name="intent" value="follow-again" />
        <Button tone="ghost" size="sm" name="id" value={deal.id}>
          <span>
            Turn on alerts<span className="sr-only">{` for ${deal.title}`}</span>
          </span>
        </Button>
      </Form>
      <RemoveBookmark deal={deal} />
    </div>
  )
}

function RemoveBookmark({ deal }: { deal: SavedDeal }) {
  return (
    <Form method="post" action="/account">
      <input type="hidden" name="dealId" value={deal.id} />
      <input type="hidden" name="returnTo" value="/account/following#deals" />
      <Button tone="ghost" size="sm" icon="bookmark-x" name="intent" value="remove-bookmark">
        <span>
          Remove bookmark<span className="sr-only">{`: ${deal.title}`}</span>
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
    <Fold
      className="col-span-full"
      open={isOpen || result !== undefined}
      summary={
        <span>
          Edit alerts<span className="sr-only">{` for ${deal.title}`}</span>
        </span>
      }
    >
      <EntryForm intent="deal" id={deal.id}>
        <fieldset className={FIELD}>
          <legend className={LABEL}>Alert me about</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {TICKS.map((tick) => (
              <Checkbox
                key={tick}
                name={tick}
                defaultChecked={ticks ? submittedValue(ticks, tick) !== undefined : deal[tick]}
              >
                {TICK_LABELS[tick]}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <div className={INLINE_FORM}>
          <TargetField label="Alert me at or below" idPrefix={`${deal.id}-`} optional {...{ deal, result }} />
          <Button className="group-has-data-error/inline:mt-6">Save</Button>
          <Button tone="ghost" className="group-has-data-error/inline:mt-6" name="stop" value="1">
            Turn off alerts
          </Button>
        </div>
      </EntryForm>
      <RemoveBookmark deal={deal} />
    </Fold>
  )
}
