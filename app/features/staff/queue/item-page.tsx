import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { specOf } from '~/features/contributions/kinds/kinds'
import { EvidenceBox } from '~/features/contributions/sources/evidence-box'
import { BackLink } from '~/ui/back-link'
import { TitledBox } from '~/ui/box'
import { IconLink } from '~/ui/button'
import { ErrorScreen } from '~/ui/error-screen'
import { Notice } from '~/ui/notice'
import { cappedCount } from '~/ui/pluralize'
import { formatAge } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { ItemArticle } from './article'
import { DealBox, History, OtherDoubts, PersonBox, SimilarTexts } from './aside'
import type { ItemDetail } from './context.server'
import { DecisionNotice } from './decision-notice'
import { DecisionPanel } from './decision-panel'
import { type DecisionResult, type ItemKey, itemPath, QUEUE_PATH } from './item'
import type { QueueItem } from './items.server'
import { KeysButton, useFocusOnTarget } from './keys'

type ItemPageProps = { item: ItemDetail; now: Date; result: DecisionResult }

/** One item with everything that helps to decide it. */
export function ItemPage({ item, now, result }: ItemPageProps) {
  const { heading, reader, status, similar, author_id, deal, history, position, related, doubts } = item
  const isPending = status === 'PENDING'
  const region = useFocusOnItem()
  return (
    <section
      // Redirects go here; the header must not cover it.
      className="grid scroll-mt-5 grid-cols-1 gap-6 focus:outline-none"
      id="item"
      ref={region}
      tabIndex={-1}
      aria-labelledby="heading"
      data-item
    >
      <div className="-mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <BackLink to={QUEUE_PATH}>Queue</BackLink>
        <div className="flex items-center gap-1.5">
          {isPending ? <KeysButton place="queue" /> : null}
          {position ? <Steps position={position} /> : null}
        </div>
      </div>
      <ScreenHead title={heading} id="heading" />
      <DecisionNotice result={result} />
      {isPending && reader ? (
        <Notice
          tone="wait"
          title={`${reader.name} opened this ${formatAge(new Date(reader.since), now)} ago`}
          text="You can decide it too. The first decision is the one that is saved."
        />
      ) : null}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <ItemArticle item={item} now={now} result={result} />
          {item.change?.sourceUrl ? (
            <EvidenceBox url={item.change.sourceUrl} evidence={item.evidence} isSavingOff={item.is_saving_off} />
          ) : null}
          {similar.length > 0 ? <SimilarTexts similar={similar} /> : null}
          {doubts.length > 0 ? <OtherDoubts doubts={doubts} /> : null}
          <History item={item} history={history} />
        </div>
        <div className="grid gap-5 xl:sticky xl:top-21">
          {isPending ? (
            <Decision item={item} recipients={item.recipients} result={result} title="Decision" isPage />
          ) : null}
          {related ? <Decision item={related} result={result} title={specOf(related.kind).label} /> : null}
          {author_id ? <PersonBox item={item} now={now} /> : null}
          {deal ? <DealBox deal={deal} /> : null}
        </div>
      </div>
    </section>
  )
}

type DecisionProps = Parameters<typeof DecisionPanel>[0] & { item: QueueItem; title: string }

function Decision({ title, ...panel }: DecisionProps) {
  return (
    <TitledBox id={`decision-of-${panel.item.id}`} title={title}>
      <div className="flex flex-wrap items-start gap-2.5 p-5">
        <DecisionPanel {...panel} />
      </div>
    </TitledBox>
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

type StepProps = { to: ItemKey | null; shortcut: string; label: string; icon: 'chevron-left' | 'chevron-right' }

function Step({ to, shortcut, label, icon }: StepProps) {
  return to ? (
    <IconLink icon={icon} label={label} tone="line" to={itemPath(to.kind, to.id)} data-key={shortcut} />
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
