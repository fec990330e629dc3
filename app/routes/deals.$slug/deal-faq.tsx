import { Accordion } from '~/ui/accordion'
import { PagePart } from '~/ui/page-part'
import { PlainText } from '~/ui/plain-text'

type DealFaqProps = { faqs: { question: string; answer: string }[] }

export function DealFaq({ faqs }: DealFaqProps) {
  if (faqs.length === 0) return null
  return (
    <PagePart aria-labelledby="faq">
      <h2 className="text-figure-md" id="faq">
        Frequently Asked Questions
      </h2>
      <Accordion
        name="deal-faq"
        items={faqs.map(({ question, answer }) => ({ summary: question, body: <PlainText text={answer} /> }))}
      />
    </PagePart>
  )
}
