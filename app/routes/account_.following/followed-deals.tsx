import { Form } from '@remix-run/react'
import { describeChoices, isFollowed, TICK_LABELS, TICKS } from '~/features/audience/following/followed-deal'
import type { SavedDeal } from '~/features/audience/following/followed-deals.server'
import { TargetField } from '~/features/audience/following/target-field'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
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
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'
import { SectionHead } from '~/ui/section-head'
import { EntryForm } from './entry-form'

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
      <SectionHead line="none">
        <h2 id="deals">Deals you follow</h2>
        <p className="text-muted-foreground">{`${counts.followed.toLocaleString('en-US')} of your ${pluralize(counts.saved, 'saved deal')}`}</p>
      </SectionHead>
      {counts.saved === 0 ? (
        <EmptyState icon="bookmark" title="No deals yet" text="Bookmark a deal to follow it.">
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
          summary={`${pluralize(others.length, 'saved deal')} you do not follow`}
        >
          <EntryList>
            {others.map((deal) => (
              <Entry key={deal.id}>
                <DealLine deal={deal} />
                {canChange ? <FollowAgain deal={deal} /> : null}
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
        <DealStatusBadge status={deal.shown_status} />
      </EntryHead>
      {what ? <EntryNote>{what}</EntryNote> : null}
    </div>
  )
}

function Amount({ deal: { deal_price, deal_price_period, currency } }: { deal: SavedDeal }) {
  if (deal_price === null) return <span className="text-small text-muted-foreground">Not listed</span>
  return <Price amount={deal_price} currency={currency} per={perPeriod(deal_price_period)} size="lg" />
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
    <Fold
      className="col-span-full"
      open={isOpen || result !== undefined}
      summary={
        <span>
          Change<span className="sr-only">{` what you are told about ${deal.title}`}</span>
        </span>
      }
    >
      <EntryForm intent="deal" id={deal.id}>
        <fieldset className={FIELD}>
          <legend className={LABEL}>Tell me about</legend>
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
            Stop following
          </Button>
        </div>
      </EntryForm>
    </Fold>
  )
}
