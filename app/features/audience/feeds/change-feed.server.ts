import { EFFECTS } from '~/features/catalog/record/change-effect'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS, formatValue } from '~/features/catalog/record/change-log'
import { listVendorChanges } from '~/features/catalog/vendors/vendors.server'
import {
  listChangeStream,
  listVerifiedChanges,
  type StreamedChange,
} from '~/features/contributions/change-logs/change-logs.server'
import { type ChangeSearch, changesPath } from '~/features/contributions/change-logs/change-search'
import { refundSentence } from '~/features/contributions/refunds/refund'
import { findRefunds } from '~/features/contributions/refunds/refund-figures.server'
import { siteUrl } from '~/http/page.server'
import { site } from '~/site.server'
import { formatDate } from '~/ui/local-date'
import type { Feed, FeedEntry } from './feed'

/** A page of the feed of all verified changes. */
export async function readChangeFeed(search: ChangeSearch, type: 'rss' | 'json'): Promise<Feed> {
  const { changes, pages } = await listChangeStream(search)
  const address = (path: string, page: number) => siteUrl(changesPath({ ...search, page }, path))
  return {
    title: `Verified changes | ${site.name}`,
    description: 'Changes to the prices, limits and terms of lifetime deals, reported by members and checked by us.',
    page: address('/changes', search.page),
    self: address(`/changes.${type}`, search.page),
    next: search.page < pages ? address(`/changes.${type}`, search.page + 1) : undefined,
    entries: changes.map(toEntry),
  }
}

/** The feed of a deal's verified changes. */
export async function readDealChangeFeed(deal: { id: string; slug: string; title: string }): Promise<Feed> {
  const changes = await listVerifiedChanges(deal.id)
  const page = `/deals/${deal.slug}/changes`
  return {
    title: `${deal.title}: verified changes | ${site.name}`,
    description: `Changes to the price, limits and terms of ${deal.title}, reported by members and checked by us.`,
    page: siteUrl(page),
    self: siteUrl(`${page}.rss`),
    entries: changes.map((change) => toEntry({ ...change, deal_slug: deal.slug, deal_title: deal.title })),
  }
}

/** Changes in the feed of a vendor. */
const VENDOR_CHANGES = 50

/** The feed of the verified changes of a vendor's deals. */
export async function readVendorChangeFeed(vendor: { id: string; slug: string; name: string }): Promise<Feed> {
  const [changes, refunds] = await Promise.all([
    listVendorChanges(vendor.id, VENDOR_CHANGES),
    findRefunds('vendor_id', vendor.id),
  ])
  const page = `/vendors/${vendor.slug}`
  return {
    title: `${vendor.name}: verified changes | ${site.name}`,
    description: [
      `Changes to the prices, limits and terms of ${vendor.name}, reported by members and checked by us.`,
      refunds && `${refundSentence(refunds)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    page: siteUrl(page),
    self: siteUrl(`${page}/changes.rss`),
    entries: changes.map(toEntry),
  }
}

function toEntry(change: StreamedChange): FeedEntry {
  const {
    id,
    title,
    description,
    kind,
    currency,
    old_value,
    new_value,
    effective_on,
    affects_owners,
    effect,
    deal_slug,
  } = change
  const [before, now] = [formatValue(old_value, change), formatValue(new_value, change)]
  const values = before || now ? `${before ?? 'unknown'} → ${now ?? 'unknown'}` : undefined
  return {
    id: `urn:uuid:${id}`,
    url: siteUrl(`/deals/${deal_slug}/changes#change-${id}`),
    title: `${change.deal_title}: ${title}`,
    text: [
      values,
      description,
      effect && `${EFFECTS[effect].label}.`,
      `${AFFECTS_LABELS[affects_owners]}.`,
      effective_on && `Effective ${formatDate(effective_on)}.`,
    ]
      .filter(Boolean)
      .join('\n'),
    published: change.verified_at,
    modified: change.verified_at,
    tags: [CHANGE_KIND_LABELS[kind]],
    facts: {
      deal: siteUrl(`/deals/${deal_slug}`),
      kind,
      affects_owners,
      effect,
      old_value,
      new_value,
      currency,
      effective_on,
      source_url: change.source_url,
    },
  }
}
