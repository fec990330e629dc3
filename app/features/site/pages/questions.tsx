import { Accordion } from '~/ui/accordion'
import { MarkdownText } from '~/ui/markdown-text'

type QuestionsProps = {
  name: string
  /** The text before the first question, as HTML. */
  html: string
  questions: { question: string; answer: string }[]
  openFirst?: boolean
}

/** The text of a page whose headings are questions. */
export function Questions({ name, html, questions, openFirst }: QuestionsProps) {
  return (
    <>
      {html ? <MarkdownText html={html} className="mb-6" /> : null}
      {questions.length > 0 ? (
        <Accordion
          name={name}
          openFirst={openFirst}
          items={questions.map(({ question, answer }) => ({ summary: question, body: <MarkdownText html={answer} /> }))}
        />
      ) : null}
    </>
  )
}
