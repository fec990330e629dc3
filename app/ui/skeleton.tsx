import { CARD_GRID, SKELETON_ROWS } from './card-grid'
import { classes } from './classes'

type SkeletonProps = {
  /** What the page shows: cards, or rows. */
  view: '' | 'list'
}

// A light passes over each shape.
const SHAPE =
  'relative block overflow-hidden bg-muted after:absolute after:inset-0 after:-translate-x-full after:animate-sweep after:bg-[linear-gradient(90deg,transparent,color-mix(in_srgb,var(--color-card)_70%,transparent),transparent)] motion-reduce:after:hidden'

function Shape({ className = '' }: { className?: string }) {
  return <span className={classes(SHAPE, className)} />
}

/** The shape of one card while the next ones load. */
function SkeletonCard() {
  return (
    <div className="deal" aria-hidden="true">
      <Shape className="deal__media" />
      <div className="deal__body">
        <Shape className="h-6 w-20 rounded-xs" />
        <Shape className="mt-3 h-5.5 w-3/5 rounded-xs" />
        <Shape className="mt-2 h-3.5 w-[35%] rounded-xs" />
        <Shape className="mt-4 h-3.5 rounded-xs" />
        <Shape className="mt-2 h-3.5 w-4/5 rounded-xs" />
        <Shape className="mt-7 h-7 w-28 rounded-xs" />
        <div className="deal__action">
          <Shape className="h-control rounded-sm" />
          <Shape className="h-control rounded-sm" />
        </div>
      </div>
    </div>
  )
}

function SkeletonRow() {
  return (
    <div className="flex h-14 items-center justify-between border-b border-border" aria-hidden="true">
      <Shape className="mt-2 h-3.5 w-[35%] rounded-xs" />
      <Shape className="h-6 w-20 rounded-xs" />
    </div>
  )
}

/** Six cards or rows, for a page that navigates without reloading. */
export function Skeleton({ view }: SkeletonProps) {
  return (
    <>
      <p className="sr-only" role="status">
        Loading...
      </p>
      <div className={view === 'list' ? SKELETON_ROWS : CARD_GRID}>
        {[1, 2, 3, 4, 5, 6].map((n) => (view === 'list' ? <SkeletonRow key={n} /> : <SkeletonCard key={n} />))}
      </div>
    </>
  )
}

/** For visitors: the script shows six copies of the card or row while the next document loads. */
export function SkeletonTemplate({ view }: SkeletonProps) {
  return (
    <div data-skeleton={view} hidden>
      {view === 'list' ? <SkeletonRow /> : <SkeletonCard />}
    </div>
  )
}
