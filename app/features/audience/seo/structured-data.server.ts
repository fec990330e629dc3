import type {
  AggregateRating,
  BreadcrumbList,
  FAQPage,
  Offer,
  Organization,
  Product,
  SearchAction,
  WebSite,
  WithContext,
} from 'schema-dts'
import type { PricePeriod, RefundStart } from '~/db/schema'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { aboutDeal } from '~/features/catalog/deals/page/description-format.server'
import { type PlatformTerms, refundOf } from '~/features/catalog/deals/terms'
import { siteUrl } from '~/http/page.server'
import { iconPath, site } from '~/site.server'

type ListedDeal = {
  slug: string
  title: string
  summary: string | null
  description: string | null
  /** An absolute URL. */
  image: string
  deal_price: string | null
  deal_price_period: PricePeriod
  currency: string
  shown_status: ShownStatus
  start_date: string
  end_date: string | null
  rating_average: string | null
  review_count: number
  refund_days: number | null
  refund_from: RefundStart | null
  terms_url: string | null
  platform: Pick<PlatformTerms, 'name' | 'refund_days' | 'refund_from'>
}

type Plan = { name: string; price: string }

/** The breadcrumbs of a page (schema.org BreadcrumbList). */
export function breadcrumbData(items: { label: string; path: string }[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: siteUrl(path),
    })),
  }
}

/**
 * A deal as schema.org Product, with an offer for each plan. Only a deal shown as active is in stock, so none that is not confirmed; one without a price
 * offers nothing (spec §9).
 *
 * @returns undefined for a deal without offers and rating, because Google requires one of them
 */
export function productData(deal: ListedDeal, plans: Plan[] = []): WithContext<Product> | undefined {
  const offers = offersOf(deal, plans)
  const aggregateRating = ratingOf(deal)
  if (!offers && !aggregateRating) return undefined
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: deal.title,
    description: aboutDeal(deal),
    image: deal.image,
    url: siteUrl(`/deals/${deal.slug}`),
    offers,
    aggregateRating,
  }
}

function ratingOf({ rating_average, review_count }: ListedDeal): AggregateRating | undefined {
  if (review_count === 0 || rating_average === null) return undefined
  return {
    '@type': 'AggregateRating',
    ratingValue: Number(rating_average).toFixed(1),
    reviewCount: review_count,
  }
}

function offersOf(deal: ListedDeal, plans: Plan[]) {
  if (plans.length > 0) return plans.map((plan) => offerData(deal, plan))
  return deal.deal_price === null ? undefined : offerData(deal, { price: deal.deal_price })
}

function offerData(deal: ListedDeal, { name, price }: { name?: string; price: string }): Offer {
  const policy = refundPolicy(deal)
  return {
    '@type': 'Offer',
    name,
    url: siteUrl(`/deals/${deal.slug}`),
    ...priceData(deal, price),
    availability: deal.shown_status === 'ACTIVE' ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    priceValidUntil: deal.end_date ?? undefined,
    validFrom: deal.start_date,
    validThrough: deal.end_date ?? undefined,
    hasMerchantReturnPolicy: policy && { '@id': policy['@id']! },
    seller: policy && { '@type': 'Organization', name: deal.platform.name, hasMerchantReturnPolicy: policy },
  }
}

/** A subscription has its price for each month or year (UN/CEFACT codes), so that it never reads as paid once. */
function priceData({ currency: priceCurrency, deal_price_period: period }: ListedDeal, price: string) {
  if (period === 'ONCE') return { price, priceCurrency }
  return {
    priceSpecification: {
      '@type': 'UnitPriceSpecification' as const,
      price,
      priceCurrency,
      referenceQuantity: {
        '@type': 'QuantitativeValue' as const,
        value: 1,
        unitCode: period === 'MONTH' ? 'MON' : 'ANN',
      },
    },
  }
}

/**
 * The refund of a deal, as the policy of its seller, to which its offers refer. Google takes the policy of an organization
 * without the countries where it applies, which are unknown, if it links to a page that describes it
 * (https://developers.google.com/search/docs/appearance/structured-data/return-policy).
 */
function refundPolicy(deal: ListedDeal) {
  const refund = refundOf(deal, deal.platform)
  if (!refund) return undefined
  const page = siteUrl(`/deals/${deal.slug}`)
  return {
    '@type': 'MerchantReturnPolicy' as const,
    '@id': `${page}#refund`,
    returnPolicyCategory:
      refund.days === 0
        ? ('https://schema.org/MerchantReturnNotPermitted' as const)
        : ('https://schema.org/MerchantReturnFiniteReturnWindow' as const),
    merchantReturnDays: refund.days === 0 ? undefined : refund.days,
    merchantReturnLink: (!refund.isPlatformRule && deal.terms_url) || page,
  }
}

export function organizationData(): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    url: siteUrl('/'),
    logo: siteUrl(iconPath()),
  }
}

// schema.org's annotation of an input, which its type of an action does not list.
const SEARCH: SearchAction & { 'query-input': string } = {
  '@type': 'SearchAction',
  target: { '@type': 'EntryPoint', urlTemplate: siteUrl('/deals?q={search_term_string}') },
  'query-input': 'required name=search_term_string',
}

/** The site and how to search it (schema.org WebSite). */
export function websiteData(): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    url: siteUrl('/'),
    potentialAction: SEARCH,
  }
}

export function faqData(items: { question: string; answer: string }[]): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** A vendor as schema.org Organization; its page is here, its own site is the same one elsewhere. */
export function vendorData(vendor: {
  name: string
  slug: string
  website_url: string | null
}): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: vendor.name,
    url: siteUrl(`/vendors/${vendor.slug}`),
    sameAs: vendor.website_url ?? undefined,
  }
}
