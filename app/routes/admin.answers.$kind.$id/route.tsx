import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  ANSWERED_NOUNS,
  answeredPath,
  findAnsweredKind,
  VENDOR_ANSWER_MAX,
} from '~/features/contributions/answers/vendor-answer'
import { findAnswered, findVendorAnswer } from '~/features/contributions/answers/vendor-answers.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { RecordScreen } from '~/features/people/records/record-screen'
import { withFormErrors } from '~/http/actions.server'
import type { FieldTable } from '~/http/field-table'
import { recordFailure, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { LocalDate } from '~/ui/local-date'
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
  const record = answer && { ...answer, dependents: [], isDeletable: true }
  const list = { to: path, label: `Back to ${answered.deal}` }
  const answeredNoun = ANSWERED_NOUNS[of.kind]
  return { head, title, noun: NOUN, list, answeredNoun, answered, record, today: utcToday() }
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

const FIELDS = {
  body: { label: 'What the vendor says', kind: 'text', required: true, counter: true, max: VENDOR_ANSWER_MAX },
  answered_on: {
    label: 'Answered on',
    kind: 'date',
    required: true,
    hint: 'The day the vendor gave the answer.',
  },
} as const satisfies FieldTable

export default function AnswerPage() {
  const page = useLoaderData<typeof loader>()
  return (
    <RecordScreen
      page={page}
      fields={FIELDS}
      initial={{ body: '', answered_on: page.today }}
      lead={`Shown under the ${page.answeredNoun} with its date. The vendor gave it to us; we enter it word for word.`}
      aside={<AnsweredBox noun={page.answeredNoun} answered={page.answered} />}
    />
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
