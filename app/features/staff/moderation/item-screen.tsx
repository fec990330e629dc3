import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { BackLink } from '~/ui/back-link'
import { IconLink } from '~/ui/button'
import { ErrorScreen } from '~/ui/error-screen'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { ClaimBar } from './claim-bar'
import { ConflictScreen } from './decision-conflict'
import { DecisionBar } from './decision-forms'
import { DecisionPanel, isOpenTo } from './decision-panel'
import { ItemArticle } from './item-article'
import { DealBox, ItemHistory, PersonBox } from './item-boxes'
import { KeysButton } from './keys-button'
import type { ItemDetail } from './queue-item.server'
import { QUEUE_PATH } from './queue-paths'
import { useFocusOnTarget } from './queue-shortcuts'
import type { DecisionResult } from './queue-types'
import { SimilarTexts } from './similar-texts'

type ItemScreenProps = { item: ItemDetail; now: Date; result: DecisionResult }

/** One item with everything that helps to decide it. Opening it claims it. */
export function ItemScreen({ item, now, result }: ItemScreenProps) {
  const { heading, claim, similar, person, dealNow, history, position } = item
  const isOpen = isOpenTo(item)
  const region = useFocusOnItem()
  return (
    <section
      // Redirects go here; the header must not cover it.
      className="grid scroll-mt-5 grid-cols-1 gap-6 focus:outline-none"
      id="item"
      ref={region}
      tabIndex={-1}
      aria-labelledby="heading"
    >
      <div className="-mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <BackLink to={QUEUE_PATH}>Queue</BackLink>
        <div className="flex items-center gap-1.5">
          {isOpen ? <KeysButton kind={item.kind} place="item" /> : null}
          {position ? <Steps position={position} /> : null}
        </div>
      </div>
      <ScreenHead title={heading} id="heading" />
      <ConflictScreen item={item} result={result} />
      {claim && !result?.conflict?.other ? <ClaimBar item={item} claim={claim} now={now} /> : null}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <ItemArticle item={item} now={now} result={result} isOpen={isOpen} />
          {similar.length > 0 ? <SimilarTexts item={item} similar={similar} /> : null}
          {history.length > 0 ? <ItemHistory history={history} /> : null}
        </div>
        <div className="grid gap-5 xl:sticky xl:top-21">
          {result?.conflict?.other ? null : <DecisionPanel item={item} result={result} />}
          {person ? <PersonBox person={person} now={now} /> : null}
          {dealNow ? <DealBox deal={dealNow} /> : null}
        </div>
      </div>
      {isOpen ? <DecisionBar item={item} /> : null}
    </section>
  )
}

/** Every navigation to an item focuses it, so that the next key acts on it; without scripts the address does. */
function useFocusOnItem() {
  const region = useRef<HTMLElement>(null)
  const { key, hash } = useLocation()
  useFocusOnTarget()
  useEffect(() => {
    // A decision that was begun before hydration keeps the focus.
    const isTaken = region.current?.contains(document.activeElement)
    if (key !== 'default' && !hash && !isTaken) region.current?.focus({ preventScroll: true })
  }, [key, hash])
  return region
}

function Steps({ position: { index, total, previous, next } }: { position: NonNullable<ItemDetail['position']> }) {
  return (
    <div className="flex items-center gap-1.5 text-small text-muted-foreground">
      <span>{`${cappedCount(index)} of ${cappedCount(total)}`}</span>
      <Step to={previous} shortcut="k" label="Previous item" icon="chevron-left" />
      <Step to={next} shortcut="j" label="Next item" icon="chevron-right" />
    </div>
  )
}

type StepProps = { to: string | null; shortcut: string; label: string; icon: 'chevron-left' | 'chevron-right' }

function Step({ to, shortcut, label, icon }: StepProps) {
  return to ? (
    <IconLink icon={icon} label={label} tone="line" to={to} data-key={shortcut} />
  ) : (
    <IconLink icon={icon} label={label} tone="line" />
  )
}

export function MissingItem() {
  return (
    <ErrorScreen
      text="This item does not exist. It may have been deleted."
      back={{ to: QUEUE_PATH, label: 'Back to the queue' }}
    />
  )
}
