export const QUESTIONS = [
  {
    summary: "A deal's price or terms are wrong. What should I do?",
    body: "Sign in, open the deal's Change Log and report the change with a link to where you saw it. We check it and publish it with its date. Without an account, send us the same by email.",
  },
  {
    summary: 'Can you refund my purchase?',
    body: "No. Purchases happen on the vendor's platform, so only the vendor or the marketplace can give the money back. Their refund terms apply.",
  },
  {
    summary: 'How do I get my product listed?',
    body: 'Email the vendor address above with the link to the offer, its price, and its start and end dates. Deals are curated and verified manually, and a listing cannot be bought.',
  },
]
