import { Accordion } from '~/ui/accordion'
import { PlainText } from '~/ui/plain-text'

type DealFaqProps = { faqs: { question: string; answer: string }[] }

export function DealFaq({ faqs }: DealFaqProps) {
  if (faqs.length === 0) return null
  return (
    <section className="detail__part" aria-labelledby="faq">
      <h2 id="faq">Frequently Asked Questions</h2>
      <Accordion
        name="deal-faq"
        items={faqs.map(({ question, answer }) => ({ summary: question, body: <PlainText text={answer} /> }))}
      />
    </section>
  )
}
