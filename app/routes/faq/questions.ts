/** The questions people ask most; the answers are plain text, because search engines get the same words. */
export function questions(siteName: string) {
  return [
    {
      question: 'What is a lifetime deal?',
      answer:
        'Software you pay for once and use for as long as it exists, instead of monthly. The vendor\'s terms say what "lifetime" covers; we note the limits that matter on the deal page.',
    },
    {
      question: 'What does deal status mean?',
      answer:
        'A deal is Active, Ending Soon, Expired or Upcoming. An editor sets the status, and the dates decide from day to day: a deal reads Ending Soon in its last week, and Expired on the day after its end date, in UTC. Expired deals stay on the record. “Not confirmed” means that a deal has no end date and that no one has vouched for it in the last 12 months. It may still work, but we do not count it as open until an editor, a member or our check of the vendor’s page sees it again.',
    },
    {
      question: `How does ${siteName} make money?`,
      answer:
        'Some outbound links are affiliate links. When you buy through one, we may earn a commission. It does not change the price you pay, and it does not change what we write.',
    },
    {
      question: 'Do I buy from you?',
      answer: "No. Purchases happen on the vendor's platform, under the vendor's terms and refund policy.",
    },
    {
      question: 'Who checks the deals?',
      answer:
        'Deals are curated and verified manually. One of our staff opens the vendor\'s page and compares price, dates and link; from then on the page says "Checked" with the date. "Imported, not checked yet" means that a deal came in with a file and nobody has compared it so far. In between, members report deals that have ended, and our server visits the vendor\'s page about once a week to see whether the link still works and names the same price.',
    },
    {
      question: 'How are reviews moderated?',
      answer:
        'Every review is read by a moderator. Rejected reviews come with a reason, shown to the reviewer in My Account, and can be edited and resubmitted. We never reject a review for its rating.',
    },
    {
      question: 'What is a verified change?',
      answer:
        'A change to price, limits or terms that a buyer reported and we confirmed. It shows its date, the old and new value where there is one, and whether it affects existing owners.',
    },
    {
      question: 'Do I need an account?',
      answer:
        'Not to browse, search, read or follow feeds. With a free account you can bookmark deals, write reviews and comments, and report changes.',
    },
    {
      question: 'What is karma?',
      answer:
        'Points for what you contribute: 5 for a verified change, 3 for an approved review, 3 for a suggested deal once it is published, 1 for an approved comment. Karma cannot be bought, and it goes down when an approval is undone.',
    },
    {
      question: "Why has a deal's price changed?",
      answer:
        "Vendors raise and lower prices. Every price we have recorded is in the deal's Change Log, with a chart and a note where today's is the lowest.",
    },
    {
      question: 'What happens to a lifetime deal when the company is sold or closes?',
      answer:
        'It depends on the terms, and often the license ends with the product. Report it: the Change Log has the kinds Acquired and Shut down for exactly this, so the next buyer knows.',
    },
    {
      question: 'How do I follow new deals and changes?',
      answer:
        'Every list has an RSS and a JSON feed that keeps its filters, every deal has a feed of its changes, and there is one stream of all verified changes. Any feed reader can follow them.',
    },
  ]
}
