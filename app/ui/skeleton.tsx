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

/** Six cards, for a page that navigates without reloading. */
export function SkeletonCards() {
  return (
    <>
      <p className="sr-only" role="status">
        Loading...
      </p>
      <div className="deal-grid">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <SkeletonCard key={card} />
        ))}
      </div>
    </>
  )
}

/** For visitors: the script shows six copies of the card while the next document loads. */
export function SkeletonTemplate() {
  return (
    <div data-skeleton="" hidden>
      <SkeletonCard />
    </div>
  )
}
