// Markdown with one line for each paragraph, as the editor shows it.

/** The original text of /about. */
export const aboutText = (siteName: string) => `## Our mission

Buying software once and using it for good is a fair bargain, as long as both sides remember it. Plans are renamed, limits shrink, companies change hands, and the page that made the offer is gone. ${siteName} keeps the record: the price on the day, the terms as they stood, and every change since, dated and checked.

## What we do

- **We list deals.** Each one says when our staff last checked its price, dates and link, or that no one has checked it yet. Imported deals are labeled.
- **We say what has ended.** The day after its end date a deal reads Expired. Members report deals that end early, and a daily check looks for links that no longer work. One without an end date reads Not confirmed 180 days after it was last confirmed, or 60 days after its start if it never was, and then does not count as open.
- **We publish reviews by members.** Each says when its author bought the product, if they told us, and whether we verified it. A moderator reads every one; a rejected review comes with the reason, and can be edited and resubmitted.
- **We verify changes.** Members report that a price, a limit or a term has changed. We check it; confirmed changes are stamped and stay in the deal's Change Log.
- **We keep what has ended.** An expired deal stays on the record, because its buyers still own it.

## Why choose us

- Every price has a date, and the lowest one on record is marked as such.
- We say whether a change affects existing owners or only new buyers, and whether it is better or worse for owners.
- A vendor cannot buy a rating, a place in a list or a deletion. We earn commissions on some links, and say so next to them.
- The record is open: lists and [verified changes](/changes) can be followed in a feed reader.
- Reading needs no account, no scripts and no cookie banner, because we track no one.`

/** Of /terms. */
export const termsText = (siteName: string) => `## What this is

${siteName} is a directory. It describes offers from other companies, publishes reviews by members and keeps a record of changes. By using it you agree to these terms; if you do not, please do not use it.

## Purchases

Purchases happen on the vendor's platform. The contract, the payment, the license and the refund are between you and the seller. We are not a party to it and cannot cancel it.

## Affiliate links

Some outbound links earn us a commission when you buy. The price you pay stays the same. Commissions decide neither which deals are listed nor what is written about them.

## What we say about deals

Each deal says when it was last checked, or that no one has checked it, and we date what we record. Vendors change prices and terms without telling us, so an entry can be out of date. Check the vendor's page before you pay; it takes precedence.

## Your account

- You are at least 13 years old, and the email is your own.
- Keep your password to yourself and tell us if anyone else has access to it.
- One person, one account: reviews in someone else's name are removed.

## What you write

- Reviews, comments and change reports stay yours. You allow us to publish them as part of the record.
- They are read by a moderator first and may be rejected; reviews and reports with a reason.
- They are about the product, true as far as you know, and free of advertising, insults and other people's private matters. If you were paid for a review, say so in it. The [guidelines](/guidelines) say more.
- Approved contributions stay on the record after you delete your account, without your name.

## Suspension

We suspend accounts that break these rules. If your account is suspended, you can still sign in, read, download your data and delete the account, but you cannot post.

## Programs and feeds

Feeds and files may be read by programs and quoted with a link to the page they come from. Please poll no more often than necessary: their headers say whether something has changed.

## Liability

The directory is free and offered as is. We take care, but do not promise that it is complete, error-free or always available, and we are not liable for losses from a purchase elsewhere. Nothing here limits rights that the law gives you and does not let us limit.

## Changes to these terms

When they change, the date at the top changes. The version published here when you use the site applies. For questions, write to one of the addresses under [Contact](/contact).`

/** Of /faq: a heading for each question that people ask most. */
export const faqText = (siteName: string) => `## What is a lifetime deal?

Software you pay for once and use for as long as it exists, instead of monthly. The vendor's terms say what "lifetime" covers; we note the limits that matter on the deal page.

## What does deal status mean?

A deal is Active, Ending Soon, Expired or Upcoming. An editor sets the status, and the dates decide from day to day: a deal reads Ending Soon in its last week, and Expired on the day after its end date, in UTC. Expired deals stay on the record. “Not confirmed” means that a deal has no end date and that no one has confirmed it for 180 days, or for 60 days after its start if no one ever did. It may still work, but we do not count it as open until one of our editors or our check of the vendor’s page confirms it.

## How does ${siteName} make money?

Some outbound links are affiliate links. When you buy through one, we may earn a commission. It does not change the price you pay, and it does not change what we write.

## Do I buy from you?

No. Purchases happen on the vendor's platform, under the vendor's terms and refund policy.

## Who checks the deals?

Deals are curated and verified manually. One of our staff opens the vendor's page and compares price, dates and link; from then on the page says "Checked" with the date. "From a file. Nobody has checked it." means that a deal was imported and no one has compared it yet; lists say "not checked". In between, members report deals that have ended, and our server visits the vendor's page about once a week to see whether the link still works and names the same price.

## How are reviews moderated?

Every review is read by a moderator. Rejected reviews come with a reason, shown to the reviewer in My Account, and can be edited and resubmitted. We never reject a review for its rating.

## What is a verified change?

A change to price, limits or terms that a buyer reported and we confirmed. It shows its date, the old and new value where there is one, whether it affects existing owners, and whether it is better or worse for them.

## Do I need an account?

Not to browse, search, read or follow feeds. With a free account you can bookmark deals, set price alerts, save searches, write reviews and comments, and report changes.

## What is karma?

Points for what you contribute: 5 for a verified change, 3 for an approved review, 3 for a suggested deal once it is published, 1 for an approved comment. Karma cannot be bought, and it goes down when an approval is undone.

## Why has a deal's price changed?

Vendors raise and lower prices. Every price we have recorded is in the deal's Change Log, with a chart and a note when today's is the lowest.

## What happens to a lifetime deal when the company is sold or closes?

It depends on the terms, and often the license ends with the product. Report it: the Change Log has the kinds Acquired and Shut down for exactly this, so the next buyer knows.

## How do I follow new deals and changes?

- **Bookmarks.** Bookmark a deal to hear about its product: price changes, new offers, verified changes and the end.
- **Price alerts.** Set a price on a deal you bookmarked, and we tell you when it costs that or less.
- **Saved searches.** Set filters on All Deals and press "Save this search". We email you about new matches.
- **Vendors and categories.** Follow one to hear about its new deals.
- **Feeds.** Without an account: every list has an RSS and a JSON feed that keeps its filters, every deal has a feed of its changes, and there is one stream of all [verified changes](/changes).

You choose how often we email you: daily, weekly or never.`

/** Below the form of /contact. */
export const CONTACT_TEXT = `## A deal's price or terms are wrong. What should I do?

Sign in, open the deal's Change Log and report the change with a link to where you saw it. We check it and publish it with its date. Without an account, send us the same by email.

## Can you refund my purchase?

No. Purchases happen on the vendor's platform, so only the vendor or the marketplace can refund you. Their refund terms apply.

## How do I get my product listed?

Email the vendor address above with the link to the offer, its price, and its start and end dates. Deals are curated and verified manually, and a listing cannot be bought.`
