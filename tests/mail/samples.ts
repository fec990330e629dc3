import {
  accountDeleted,
  confirmEmail,
  emailTaken,
  passwordChanged,
  resetPasswordMail,
  secondFactorChanged,
  suspended,
} from '~/mail/account-mails.server'
import { contactCopy, contactMessageMail } from '~/mail/contact-message.server'
import { decisionsMade } from '~/mail/decisions-made.server'
import { digest } from '~/mail/digest.server'
import { ownerAlert } from '~/mail/owner-alert.server'
import { stillUsing } from '~/mail/still-using.server'
import { testMail } from '~/mail/test-mail.server'
import type { Mail } from '~/mail/transport.server'

const TO = 'ada@example.com'
const READER = { id: '0198c0de-0000-7000-8000-000000000002', email: TO }
const SITE = 'http://localhost:3000'

const MESSAGE = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Maya Lindqvist',
  email: 'maya@lindqvist.example',
  subject: 'Price of Gridmarten',
  body: 'Your page says $45.\n\nThe vendor says $49.',
}

const item = (day: string, title: string, text: string, note?: string) => ({
  day,
  title,
  text,
  note,
  url: `${SITE}/deals/${title.split(/[ :]/)[0]!.toLowerCase()}`,
})

const SECTIONS = [
  {
    title: 'What you bought',
    items: [
      item(
        '2026-11-22',
        'Moorline CRM',
        'The client portal leaves the lifetime plan on 1 March 2027.',
        'Verified 22 Nov 2026. We emailed you about it.',
      ),
    ],
  },
  {
    title: 'Prices',
    items: [
      {
        ...item('2026-11-22', 'Gridmarten', '', 'Verified 22 Nov 2026'),
        text: { was: '$49.00', now: '$45.00' },
      },
      {
        ...item('2026-11-19', 'Watchpost', '', 'Verified 20 Nov 2026'),
        text: { was: '$69.00', now: '$79.00' },
      },
    ],
  },
  {
    title: 'Ending and ended',
    items: [
      item('2026-11-27', 'Moorline CRM ends', '$79.00 until then', 'You bookmarked it'),
      item('2026-11-17', 'Pixelcrate has ended', 'It was $29.00. Two live deals in Design.', 'Verified 17 Nov 2026'),
    ],
  },
  {
    title: 'Your refund deadlines',
    items: [
      item(
        '2026-12-01',
        'Calbrook: refund deadline 1 December 2026',
        "3 days left. The deal's rule: 30 days from your purchase.",
      ),
    ],
  },
]

const PUBLISHED = {
  outcome: 'Published',
  isBad: false,
  title: 'Your review of Quillstack is published',
  name: 'Your review of Quillstack',
  text: 'It is on the deal page now.',
  url: `${SITE}/deals/quillstack#review-812`,
}

/** One mail of each kind, with the texts of the design. */
export const SAMPLES: Record<string, Mail> = {
  confirm: confirmEmail(TO, 'f3a1c9d27e'),
  taken: emailTaken(TO),
  reset: resetPasswordMail(TO, 'f3a1c9d27e'),
  'password-changed': passwordChanged(TO),
  suspended: suspended(TO, { reason: 'Spam or advertising', note: 'Three links to one shop.' }),
  deleted: accountDeleted(TO),
  'second-factor-locked': secondFactorChanged(TO, 'second-factor-locked'),
  'authenticator-added': secondFactorChanged(TO, 'authenticator-added'),
  approved: decisionsMade(READER, { name: 'Tomasz', decisions: [PUBLISHED] }),
  decisions: decisionsMade(READER, {
    name: 'Tomasz',
    decisions: [
      PUBLISHED,
      {
        outcome: 'Published',
        isBad: false,
        title: 'Your change report on Rankfield is published',
        name: 'Your change report on Rankfield',
        text: "It is in the deal's Change Log now.",
        url: `${SITE}/deals/rankfield/changes#change-433`,
      },
      {
        outcome: 'Not published',
        isBad: true,
        title: "Your comment on Papertray wasn't published",
        name: 'Your comment on Papertray',
        text: 'No evidence. “The page you sent shows no offer.”',
        url: `${SITE}/account/contributions`,
        action: 'Edit and resubmit',
      },
    ],
  }),
  'still-using': stillUsing(READER, {
    questionId: '9d27e1',
    title: 'Quillstack',
    bought: 'on 19 November 2025, 12 months ago',
    review: { title: 'Replaced two subscriptions in a week', rating: 5, day: '11 November 2026' },
  }),
  test: testMail(TO),
  contact: contactMessageMail(MESSAGE),
  'contact-copy': contactCopy(MESSAGE),
  digest: digest(READER, { rhythm: 'WEEKLY', period: '16 to 22 November 2026', sections: SECTIONS, count: 6, left: 0 }),
  alert: ownerAlert(READER, {
    heading: 'Moorline CRM: the client portal leaves the lifetime plan',
    text: "Moorline Labs changes what your lifetime plan holds. We checked it today against the vendor's own announcement.",
    change: {
      was: 'Client portal included, unlimited clients',
      now: 'Add-on for $9 a month, also for existing lifetime accounts',
      nowLabel: 'From 1 March 2027',
    },
    facts: [
      ['You bought it', '4 Feb 2026, $79.00'],
      ['Refund deadline', '5 Apr 2026'],
      ['Affects', 'Existing and new buyers'],
      ['Verified', '22 Nov 2026'],
    ],
    url: `${SITE}/deals/moorline-crm/changes#c-748`,
    product: 'Moorline CRM',
  }),
}
