import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { listVerifiedChanges } from '~/features/change-logs/change-logs.server'
import { Timeline } from '~/features/change-logs/timeline'
import { findPublishedDealTitle } from '~/features/deals/deal-page.server'
import { listPricePoints } from '~/features/price-history/price-history.server'
import { PriceRecord } from '~/features/price-history/price-record'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { publicPageHeaders } from '~/http/public-page'
import { notFound } from '~/http/responses.server'
import { EmptyState } from '~/ui/empty-state'
import { Gate } from '~/ui/gate'
import { useIsVisitor } from './deals.$slug/visitor'

export async function loader({ params }: LoaderFunctionArgs) {
  const deal = await findPublishedDealTitle(params.slug!)
  if (!deal) throw notFound('Deal')

  const [changes, prices] = await Promise.all([listVerifiedChanges(deal.id), listPricePoints(deal.id)])
  const path = `/deals/${deal.slug}/changes`
  const head = pageHead({
    title: `${deal.title}: changes and prices`,
    description: `Verified changes and recorded prices of ${deal.title} since it was entered.`,
    path,
  })
  return { path, changes, prices, now: new Date(), head }
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function ChangesTab() {
  const { path, changes, prices, now } = useLoaderData<typeof loader>()
  const isVisitor = useIsVisitor()
  return (
    <>
      {changes.length === 0 ? (
        <EmptyState
          icon="history"
          title="No verified changes yet"
          text="Nothing has moved since this deal was entered."
        />
      ) : (
        <section className="detail__part" aria-labelledby="verified-changes">
          <div>
            <h3 className="title" id="verified-changes">
              Verified Changes
            </h3>
            <p className="small muted mt-1">Reported by buyers, checked by us, newest first.</p>
          </div>
          <Timeline changes={changes} />
        </section>
      )}
      <PriceRecord points={prices} now={now} />
      {isVisitor ? <Gate text="Please sign in to report changes" path={path} /> : null}
    </>
  )
}
