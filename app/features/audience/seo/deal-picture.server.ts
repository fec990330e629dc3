import { createHash } from 'node:crypto'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import type { PricePeriod } from '~/db/schema'
import { discount, type ShownStatus, statusText } from '~/features/catalog/deals/deal'
import { isRecurring, isSubscription, offeredText } from '~/features/catalog/deals/regular-price'
import { isNotModified } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'
import { unavailable } from '~/http/responses.server'
import { secondsUntilUtcMidnight } from '~/http/utc-day'
import { hasOriginalName, site } from '~/site.server'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type { PictureTexts } from './picture/drawing'

/** Raise it with every change of the design: the URLs of all pictures change, so that networks fetch them again. */
const VERSION = 2

type PicturedDeal = {
  slug: string
  title: string
  vendor_name: string
  deal_price: string | null
  deal_price_period: PricePeriod
  discount_percent: number | null
  original_price: string | null
  currency: string
  regular_price_period: PricePeriod | null
  shown_status: ShownStatus
  confirmed_on: string | null
  rating_average: string | null
  review_count: number
}

/** The URL of a deal's picture. It changes with the texts of the picture, because networks cache pictures for months. */
export function pictureUrl(deal: PicturedDeal) {
  return siteUrl(`/og/deals/${deal.slug}.png?v=${versionOf(textsOf(deal))}`)
}

const TONES = {
  ACTIVE: 'active',
  ENDING_SOON: 'ending',
  EXPIRED: 'expired',
  UPCOMING: 'upcoming',
  UNCONFIRMED: 'expired',
} as const

function textsOf(deal: PicturedDeal): PictureTexts {
  const { title, currency, shown_status, original_price, rating_average, review_count } = deal
  const isPaidOnce = !isRecurring(deal) && !isSubscription(deal)
  return {
    siteName: site.name,
    hasMark: hasOriginalName(),
    title,
    vendor: deal.vendor_name,
    price: offeredText(deal) ?? 'Price not listed',
    // It is drawn struck out, which a price that is paid again and again is not.
    before: original_price !== null && isPaidOnce && discount(deal) ? formatMoney(original_price, currency) : null,
    status: { word: statusText(deal), tone: TONES[shown_status] },
    rating:
      review_count > 0 && rating_average !== null
        ? { average: Number(rating_average).toFixed(1), count: pluralize(review_count, 'review') }
        : null,
  }
}

const versionOf = (texts: PictureTexts) =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, texts]))
    .digest('base64url')
    .slice(0, 16)

// A picture takes a tenth of a second of CPU, and many networks fetch a shared link at once.
let pool: Piscina | undefined
const pictures = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (png) => png.length + 200,
})
const pending = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** The picture of a deal. */
export const renderDealPicture = (deal: PicturedDeal) => renderPicture(textsOf(deal))

/** The picture of pages without their own, where the site does not have the name of the program. */
export function renderSitePicture() {
  const none = { vendor: '', price: null, before: null, status: null, rating: null }
  return renderPicture({ siteName: site.name, hasMark: hasOriginalName(), title: site.tagline, ...none })
}

/** The picture as PNG and its version, for the ETag. Concurrent requests for a picture share one rendering. */
async function renderPicture(texts: PictureTexts) {
  const version = versionOf(texts)
  return { version, png: pictures.get(version) ?? pending.get(version) ?? renderOnce(version, texts) }
}

function renderOnce(version: string, texts: PictureTexts) {
  const rendering = render(texts)
    .then((png) => {
      pictures.set(version, png)
      return png
    })
    .finally(() => pending.delete(version))
  // A request that only needs the version (304) does not await the picture, and would leave a rejection unhandled.
  rendering.catch(() => {})
  pending.set(version, rendering)
  return rendering
}

function render(texts: PictureTexts): Promise<Uint8Array<ArrayBuffer>> {
  pool ??= new Piscina({
    filename: path.resolve('app/features/audience/seo/picture/picture-thread.ts'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 50,
    // Ends an idle thread, which frees about 40 MB of fonts and libraries.
    idleTimeout: 20_000,
    execArgv: [],
  })
  return pool.run(texts).catch((error: Error) => {
    throw error.message === 'Task queue is at limit'
      ? unavailable('Too many pictures are being drawn right now.', error)
      : error
  })
}

/** At most; the picture shows the status of the deal, which may change at midnight UTC. */
const MAX_AGE_S = 3_600

export async function respondWithPicture(
  request: Request,
  { version, png }: Awaited<ReturnType<typeof renderPicture>>,
) {
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': `public, max-age=${Math.min(MAX_AGE_S, secondsUntilUtcMidnight())}`,
    ETag: `"${version}"`,
  }
  if (isNotModified(request, version)) return new Response(null, { status: 304, headers })
  return new Response(await png, { headers })
}
