import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  ANSWERED_NOUNS,
  answeredPath,
  FIRST_ANSWER,
  findAnsweredKind,
  VENDOR_ANSWER_MAX,
} from '~/features/contributions/answers/vendor-answer'
import { findAnswered, findVendorAnswer } from '~/features/contributions/answers/vendor-answers.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { TextArea, TextField } from '~/ui/field'
import { LocalDate } from '~/ui/local-date'
import { PlainRecordScreen } from '~/ui/record-screen'
import { handleAnswer } from './action.server'

const NOUN = 'Answer'
const FAILED = recordFailure(NOUN)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const of = parseAnswered(params)
  const [answered, answer] = await Promise.all([findAnswered(of), findVendorAnswer(of)])
  if (!answered) throw notFound(ANSWERED_NOUNS[of.kind])
  const path = answeredPath(of.kind, answered.slug, of.id)
  const title = `Answer by ${answered.vendor}`
  const head = pageHead({ title, description: 'What the vendor answers.', path, isIndexed: false })
  const record = answer && { ...answer, version: String(answer.version) }
  return { head, title, path, noun: ANSWERED_NOUNS[of.kind], answered, record, today: utcToday() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, () => handleAnswer(request, user, parseAnswered(params)))
}

/** @throws a 404 for what cannot be answered */
function parseAnswered(params: { kind?: string; id?: string }) {
  const [kind, id] = [findAnsweredKind(params.kind), parseRowId(params.id)]
  if (!kind || !id) throw notFound('Page')
  return { kind, id }
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function AnswerPage() {
  const { title, path, noun, answered, record, today } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const field = fieldsOf(result, record ?? { body: '', answered_on: today })
  return (
    <PlainRecordScreen
      title={title}
      lead={`Shown under the ${noun} with its date. The vendor gave it to us; we enter it word for word.`}
      noun={NOUN}
      list={{ to: path, label: `Back to ${answered.deal}` }}
      errors={summaryOf(result)}
      record={record}
      aside={<AnsweredBox noun={noun} answered={answered} />}
    >
      <TextArea
        {...field('body')}
        label="What the vendor says"
        required
        counter
        maxLength={VENDOR_ANSWER_MAX}
        rows={8}
      />
      <TextField
        {...field('answered_on')}
        label="Answered on"
        type="date"
        required
        min={FIRST_ANSWER}
        max={today}
        hint="The day the vendor gave the answer."
      />
    </PlainRecordScreen>
  )
}

type AnsweredBoxProps = { noun: string; answered: { title: string; body: string; created_at: Date } }

/** What the vendor answers. */
function AnsweredBox({ noun, answered: { title, body, created_at } }: AnsweredBoxProps) {
  return (
    <Box aria-labelledby="answered">
      <BoxHead>
        <BoxTitle id="answered">{`The ${noun}`}</BoxTitle>
        <span className="text-small text-muted-foreground">
          <LocalDate value={created_at} />
        </span>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <b className="font-semibold text-foreground" dir="auto">
          {title}
        </b>
        <p dir="auto" className="text-small whitespace-pre-line">
          {body}
        </p>
      </BoxBody>
    </Box>
  )
}
