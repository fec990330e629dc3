import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { describeMerge, findMergeName, listOthers } from '~/features/staff/merging/merge.server'
import { MERGE_SPECS } from '~/features/staff/merging/merge-kinds.server'
import { MERGE_KINDS, type MergeHead, mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { Box, BoxBody } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/notice'
import { ScreenHead } from '~/ui/screen-head'
import { submitMerge } from './actions.server'
import { ChooseOther, ConfirmMerge } from './merge-forms'

const FAILED = 'Failed to merge'

/** First the choice of the record that stays, then, with `into` in the address, what would happen. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const { kind, id } = readParams(params)
  const { searchParams } = new URL(request.url)
  const [name, merge] = await Promise.all([
    findMergeName(kind, id),
    describeMerge(user, kind, id, searchParams.get('into') ?? ''),
  ])
  if (!name) throw notFound('Record')

  const { plural, same = kind } = MERGE_SPECS[kind]
  const q = (searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 200)
  const found = merge ? [] : await listOthers(kind, id, q)
  const description = `Merge two ${plural}.`
  const head = pageHead({ title: `Merge ${name}`, description, path: mergePath(kind, id), isIndexed: false })
  return { kind, id, name, plural, same, head, q, merge, found, mayMerge: canMerge(user) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const { kind, id } = readParams(params)
  return withFormErrors(request, FAILED, () => submitMerge(request, user, kind, id))
}

function readParams(params: LoaderFunctionArgs['params']) {
  const kind = MERGE_KINDS.find((one) => one === params.kind)
  const id = parseRowId(params.id)
  if (!kind || !id) throw notFound('Record')
  return { kind, id }
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function MergePage() {
  const { kind, id, name, plural, same, q, merge, found, mayMerge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const record = `/admin/${plural}/${id}`
  return (
    <>
      <BackLink to={record}>{name}</BackLink>
      <ScreenHead
        title={merge ? `Merge two ${plural}` : `Merge ${name}`}
        lead={merge ? 'Nothing has happened yet.' : `Choose the ${kind} that stays.`}
      >
        {merge?.canSwap ? (
          <ButtonLink to={mergePath(kind, merge.into.id, { into: merge.from.id })} tone="secondary">
            Keep the other one
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <ErrorSummary title="Not merged" errors={summaryOf(result)} />
      {merge ? (
        <Merge merge={merge} plural={plural} />
      ) : mayMerge ? (
        <ChooseOther {...{ kind, id, q, found }} cancel={record} />
      ) : (
        <Notice tone="bad" title={`Only admins can merge ${plural}.`} isLive={false} />
      )}
      {merge?.problem ? (
        <Notice tone="bad" title="These cannot be merged" text={merge.problem} isLive={false} />
      ) : merge ? (
        <ConfirmMerge into={merge.into} same={same} cancel={record} result={result} />
      ) : null}
    </>
  )
}

type MergeProps = { merge: NonNullable<Awaited<ReturnType<typeof describeMerge>>>; plural: string }

function Merge({ merge: { from, into, says }, plural }: MergeProps) {
  return (
    <Box>
      <BoxBody className="grid gap-5 wrap-anywhere">
        <div className="grid gap-5 md:grid-cols-2">
          <Side label="This one stays" head={into} plural={plural} />
          <Side label="This one goes into it" head={from} plural={plural} />
        </div>
        <ul className="grid list-disc gap-1.5 ps-5">
          {says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </BoxBody>
    </Box>
  )
}

function Side({ label, head: { id, name, note, counts }, plural }: { label: string; head: MergeHead; plural: string }) {
  return (
    <div className="grid content-start gap-1">
      <p className="font-bold text-caption text-muted-foreground">{label}</p>
      <h2 className="text-title">
        <Link className="link" to={`/admin/${plural}/${id}`} discover="none">
          <bdi>{name}</bdi>
        </Link>
      </h2>
      {note ? (
        <p className="text-small text-muted-foreground">
          <bdi>{note}</bdi>
        </p>
      ) : null}
      <p className="text-small">{counts}</p>
    </div>
  )
}
