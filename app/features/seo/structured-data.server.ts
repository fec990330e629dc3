import type {
  BreadcrumbList,
  FAQPage,
  Offer,
  Organization,
  Product,
  SearchAction,
  WebSite,
  WithContext,
} from 'schema-dts'
import { env } from '~/env.server'
import type { DealStatus } from '~/features/deals/deal'
import { siteUrl } from '~/http/page-head.server'

type ListedDeal = {
  slug: string
  title: string
  summary: string | null
  description: string | null
  /** An absolute URL. */
  image: string
  deal_price: string | null
  currency: string
  shown_status: DealStatus
  start_date: string
  end_date: string | null
  rating_average: string | null
  review_count: number
}

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

/** A deal as schema.org Product. Only a deal shown as active is in stock; one without a price offers nothing (spec §9). */
export function productData(deal: ListedDeal): WithContext<Product> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: deal.title,
    description: deal.summary ?? deal.description ?? undefined,
    image: deal.image,
    url: siteUrl(`/deals/${deal.slug}`),
    offers: deal.deal_price === null ? undefined : offerData(deal, deal.deal_price),
    aggregateRating:
      deal.review_count > 0 && deal.rating_average !== null
        ? {
            '@type': 'AggregateRating',
            ratingValue: Number(deal.rating_average).toFixed(1),
            reviewCount: deal.review_count,
          }
        : undefined,
  }
}

function offerData(deal: ListedDeal, price: string): Offer {
  return {
    '@type': 'Offer',
    url: siteUrl(`/deals/${deal.slug}`),
    price,
    priceCurrency: deal.currency,
    availability: deal.shown_status === 'ACTIVE' ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    validFrom: deal.start_date,
    validThrough: deal.end_date ?? undefined,
  }
}

export function organizationData(): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: env.SITE_NAME,
    url: siteUrl('/'),
    logo: siteUrl('/apple-touch-icon.png'),
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
    name: env.SITE_NAME,
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
