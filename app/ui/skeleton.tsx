import { CARD_GRID, SKELETON_ROWS } from './card-grid'

type SkeletonProps = {
  /** What the page shows: cards, or rows. */
  view: '' | 'list'
}

/** The shape of one card while the next ones load. */
function SkeletonCard() {
  return (
    <div className="deal" aria-hidden="true">
      <span className="skeleton skeleton--media" />
      <div className="deal__body">
        <span className="skeleton skeleton--badge" />
        <span className="skeleton skeleton--title" />
        <span className="skeleton skeleton--vendor" />
        <span className="skeleton skeleton--line" />
        <span className="skeleton skeleton--line-2" />
        <span className="skeleton skeleton--price" />
        <div className="deal__action">
          <span className="skeleton skeleton--btn" />
          <span className="skeleton skeleton--btn" />
        </div>
      </div>
    </div>
  )
}

function SkeletonRow() {
  return (
    <div className="flex h-14 items-center justify-between border-b border-border" aria-hidden="true">
      <span className="skeleton skeleton--vendor" />
      <span className="skeleton skeleton--badge" />
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
