import { createHash } from 'node:crypto'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import { env } from '~/env.server'
import { DEAL_STATUS_LABELS, type DealStatus, discount } from '~/features/deals/deal'
import { siteUrl } from '~/http/page-head.server'
import { unavailable } from '~/http/responses.server'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type { PictureWords } from './picture/drawing'

/** Goes up when the drawing changes, so that those who keep old pictures ask again. */
const EDITION = 1

type PicturedDeal = {
  slug: string
  title: string
  vendor_name: string
  deal_price: string | null
  original_price: string | null
  currency: string
  status: DealStatus
  rating_average: string | null
  review_count: number
}

/** The address of a deal's picture. It changes with what the picture says: networks keep pictures for months. */
export function pictureUrl(deal: PicturedDeal) {
  return siteUrl(`/og/deals/${deal.slug}.png?v=${versionOf(wordsOf(deal))}`)
}

const TONES = { ACTIVE: 'active', ENDING_SOON: 'ending', EXPIRED: 'expired', UPCOMING: 'upcoming' } as const

function wordsOf(deal: PicturedDeal): PictureWords {
  const { title, currency, status, deal_price, original_price, rating_average, review_count } = deal
  return {
    siteName: env.SITE_NAME,
    title,
    vendor: deal.vendor_name,
    price: deal_price === null ? 'Price not listed' : formatMoney(deal_price, currency),
    before: original_price !== null && discount(deal) ? formatMoney(original_price, currency) : null,
    status: { word: DEAL_STATUS_LABELS[status], tone: TONES[status] },
    rating:
      review_count > 0 && rating_average !== null
        ? { average: Number(rating_average).toFixed(1), count: pluralize(review_count, 'review') }
        : null,
  }
}

const versionOf = (words: PictureWords) =>
  createHash('sha256')
    .update(JSON.stringify([EDITION, words]))
    .digest('base64url')
    .slice(0, 16)

// A picture takes a twentieth of a second of arithmetic, and networks come in flocks.
let painter: Piscina | undefined
const pictures = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (png) => png.length + 200,
})
const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** The picture as PNG, with the tag that changes with it. Two who ask for one picture wait for one drawing. */
export async function paintDeal(deal: PicturedDeal) {
  const words = wordsOf(deal)
  const version = versionOf(words)
  return { version, png: pictures.get(version) ?? underWay.get(version) ?? paintOnce(version, words) }
}

function paintOnce(version: string, words: PictureWords) {
  const painting = paint(words)
    .then((png) => {
      pictures.set(version, png)
      return png
    })
    .finally(() => underWay.delete(version))
  // Who has the picture already does not wait for it.
  painting.catch(() => {})
  underWay.set(version, painting)
  return painting
}

function paint(words: PictureWords): Promise<Uint8Array<ArrayBuffer>> {
  painter ??= new Piscina({
    filename: path.resolve('app/features/seo/picture/picture-thread.ts'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 50,
    // The fonts and what draws take some forty megabytes, which a quiet site gets back.
    idleTimeout: 20_000,
    execArgv: [],
  })
  return painter.run(words).catch((error: Error) => {
    throw error.message === 'Task queue is at limit'
      ? unavailable('Too many pictures are being drawn right now.')
      : error
  })
}
