import { site } from '~/site.server'
import { guidelinesText } from './guidelines'
import { aboutText, CONTACT_TEXT, faqText, termsText } from './original-texts'
import type { BuiltInPage } from './site-page'

type Original = { title: string; lead: string; description: string; text: string }

/** What a page of the program says until staff edit it. */
export function originalOf(page: BuiltInPage): Original {
  return ORIGINALS[page](site.name)
}

const ORIGINALS: Record<BuiltInPage, (siteName: string) => Original> = {
  about(siteName) {
    const lead = 'A lifetime deal is a promise. We record what was promised and whether it was kept.'
    const description = `${lead} The mission of ${siteName}, what it does and why to choose it.`
    return { title: 'About Us', lead, description, text: aboutText(siteName) }
  },
  contact(siteName) {
    const lead = 'We reply within 24 hours.'
    const description = `Contact ${siteName} about a deal, your account or a listing. ${lead}`
    return { title: 'Contact', lead, description, text: CONTACT_TEXT }
  },
  faq(siteName) {
    const lead = 'How deals are chosen, how changes are verified, and how we are paid.'
    return { title: 'Frequently asked questions', lead, description: lead, text: faqText(siteName) }
  },
  guidelines: (siteName) => ({
    title: 'Guidelines',
    lead: "What we publish and what we don't. The rules are the same for every rating and every vendor.",
    description: `What to say in a review, a change report or a comment on ${siteName}, what to leave out, and why something is not published.`,
    text: guidelinesText(),
  }),
  terms: (siteName) => ({
    title: 'Terms of Service',
    lead: 'Last updated January 2025',
    description: `The rules for using ${siteName}: accounts, contributions, affiliate links and liability.`,
    text: termsText(siteName),
  }),
  // The list of data on this page is always that of the program.
  privacy: (siteName) => ({
    title: 'Privacy Policy',
    lead: 'The data we store, why, for how long, and how to delete it.',
    description: `The data ${siteName} stores about visitors and members, why, for how long, and how to get or delete it.`,
    text: '',
  }),
}
