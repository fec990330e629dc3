import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { NOT_THE_SAME } from '~/features/catalog/products/not-the-same'
import { submitNotTheSame } from '~/features/catalog/products/pair-response.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { canMerge } from '~/features/people/accounts/profile'
import { describeMerge, findMergeName, listOthers, MERGE_SPECS } from '~/features/staff/merging/merge.server'
import { MERGE_KINDS, mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/notice'
import { ScreenHead } from '~/ui/screen-head'
import { submitMerge } from './actions.server'
import { ChooseOther } from './choose-other'
import { ConfirmMerge, NotTheSame } from './confirm-merge'
import { MergeFates } from './merge-fates'
import { MergeLedger } from './merge-ledger'

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

  const { plural, same = kind, others } = MERGE_SPECS[kind]
  const q = (searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 200)
  const found = merge ? [] : await listOthers(kind, id, q)
  const description = `Merge two ${plural}.`
  const head = pageHead({ title: `Merge ${name}`, description, path: mergePath(kind, id), isIndexed: false })
  const table = { label: others.label, columns: others.columns, found }
  return { kind, id, name, plural, same, head, q, merge, table, mayMerge: canMerge(user) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const { kind, id } = readParams(params)
  return withFormErrors(request, FAILED, async () => {
    const isDifferent = kind === 'product' && (await readForm(request)).get('intent') === NOT_THE_SAME
    return isDifferent ? submitNotTheSame(request, user, '/admin/products') : submitMerge(request, user, kind, id)
  })
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
  const { kind, id, name, plural, same, q, merge, table, mayMerge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const record = `/admin/${plural}/${id}`
  return (
    <>
      <BackLink to={record}>{name}</BackLink>
      <ScreenHead
        title={merge ? `Merge two ${plural}` : `Merge ${name}`}
        lead={
          merge
            ? [merge.lead, 'Nothing has happened yet.'].filter(Boolean).join('. ')
            : `Choose the ${kind} that stays.`
        }
      >
        {merge?.canSwap ? (
          <ButtonLink to={mergePath(kind, merge.into.id, { into: merge.from.id })} tone="secondary">
            Keep the other one
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <ErrorSummary title="Not merged" errors={summaryOf(result)} />
      {merge ? (
        <MergeLedger noun={kind} {...merge} />
      ) : mayMerge ? (
        <ChooseOther {...{ kind, id, q, ...table }} cancel={record} />
      ) : (
        <Notice tone="bad" title={`Only admins can merge ${plural}.`} isLive={false} />
      )}
      {merge?.pair?.isDifferent ? (
        <Notice title="Someone decided that these two are not the same" isLive={false} />
      ) : null}
      {merge?.problem ? (
        <>
          <Notice tone="bad" title="These cannot be merged" text={merge.problem} isLive={false} />
          {merge.pair?.isSuggested ? (
            <Form method="post">
              <NotTheSame {...merge} />
            </Form>
          ) : null}
        </>
      ) : merge ? (
        <>
          <MergeFates fates={merge.fates} />
          <ConfirmMerge
            into={merge.into}
            same={same}
            cancel={record}
            errors={errorsOf(result, 'sure')}
            isSure={submittedValue(result, 'sure') === 'on'}
            password={passwordAgain(result)}
          >
            {merge.pair?.isSuggested ? <NotTheSame {...merge} /> : null}
          </ConfirmMerge>
        </>
      ) : null}
    </>
  )
}
