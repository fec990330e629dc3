import { useRouteLoaderData } from '@remix-run/react'
import type { readDealPage } from './deal-page.server'

/** What the page of a deal was loaded with, for all of its parts. */
export function useDeal() {
  return useRouteLoaderData<typeof readDealPage>('routes/deals.$slug')!
}
