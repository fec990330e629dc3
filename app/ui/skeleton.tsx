/** The shape of one card while the next ones load. */
function SkeletonCard() {
  return (
    <div className="deal" aria-hidden="true">
      <span className="sk sk--media" />
      <div className="deal__body">
        <span className="sk sk--badge" />
        <span className="sk sk--title" />
        <span className="sk sk--vendor" />
        <span className="sk sk--line" />
        <span className="sk sk--line-2" />
        <span className="sk sk--price" />
        <div className="deal__act">
          <span className="sk sk--btn" />
          <span className="sk sk--btn" />
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

/** The same for visitors: the script copies the card six times into `[data-results]` while the next document loads. */
export function SkeletonTemplate() {
  return (
    <div data-skeleton="" hidden>
      <SkeletonCard />
    </div>
  )
}
