import { useLocation } from '@remix-run/react'
import { Skeleton } from '~/ui/skeleton'
import { useSlowNavigation } from './slow-navigation'

const DEALS = '/deals'
/** Pages for which the specification names a loading text: a deal and the analytics. */
const WITH_TEXT = /^\/(deals\/[^/]+|admin\/analytics)$/

/** A thin line at the top of the window while a page of a member loads or a form is sent. */
export function NavigationProgress() {
  const location = useSlowNavigation()
  if (!location) return null
  return (
    <div className="progress">
      {location.pathname === DEALS ? null : (
        <p className={WITH_TEXT.test(location.pathname) ? 'progress__text' : 'sr-only'} role="status">
          Loading...
        </p>
      )}
    </div>
  )
}

/** Six skeleton cards in place of the page, on the way to the list of deals. The list shows its own for its filters. */
export function OpeningDeals() {
  const isAtDeals = useLocation().pathname === DEALS
  const isOpening = useSlowNavigation()?.pathname === DEALS
  if (isAtDeals || !isOpening) return null
  return (
    <div className="wrap spaced opening-deals">
      <div className="page-head">
        <h1>All Deals</h1>
      </div>
      <Skeleton view="" />
    </div>
  )
}
