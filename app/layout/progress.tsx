import { useLocation } from '@remix-run/react'
import { PageHeading } from '~/ui/page-heading'
import { Skeleton } from '~/ui/skeleton'
import { useSlowNavigation } from './slow-navigation'

const DEALS = '/deals'
/** Pages for which the specification names a loading text: a deal and the analytics. */
const WITH_TEXT = /^\/(deals\/[^/]+|admin\/analytics)$/

/** Below the header. */
const TEXT = 'mx-auto mt-18 w-fit rounded-sm border border-border bg-card px-3.5 py-1.5 text-small'

/** A thin line at the top of the window while a page of a member loads or a form is sent. */
export function NavigationProgress() {
  const location = useSlowNavigation()
  if (!location) return null
  return (
    <div className="fixed inset-x-0 top-0 z-50" data-progress="">
      <div className="h-0.75 origin-left scale-x-95 bg-primary transition-[scale] duration-8000 ease-[cubic-bezier(0.1,0.7,0.2,1)] starting:scale-x-0" />
      {location.pathname === DEALS ? null : (
        <p className={WITH_TEXT.test(location.pathname) ? TEXT : 'sr-only'} role="status">
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
    // What comes after it is the page that is left.
    <div className="wrap mb-section [&~*]:hidden" data-opening-deals="">
      <PageHeading title="All Deals" />
      <Skeleton view="" />
    </div>
  )
}
