import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import { findCheckState } from '~/features/catalog/deals/checked.server'
import { type DealFormResult, editorFailure } from '~/features/catalog/deals/editor/deal-draft'
import { DealEditor } from '~/features/catalog/deals/editor/deal-editor'
import { editDealForm } from '~/features/catalog/deals/editor/deal-form.server'
import { listRevisions } from '~/features/catalog/deals/editor/revisions.server'
import { findDealToEdit, findPictureToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { findProductOfDeal } from '~/features/catalog/products/product-of-deal.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { requireStaff, type User } from '~/features/people/accounts/guards.server'
import { canDeleteDeals, canMerge } from '~/features/people/accounts/profile'
import { listTaxonomy } from '~/features/staff/editing/list-taxonomy.server'
import { saveDeal } from '~/features/staff/editing/save-deal.server'
import { readDealForm, submitDeal } from '~/features/staff/editing/submit-deal.server'
import { checkDeal } from '~/features/staff/freshness/check-deal.server'
import { mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { submittedValue, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { respondWithToast } from '~/http/toast.server'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { ConflictNotice } from '~/ui/conflict'
import { LocalDate } from '~/ui/local-date'
import { ScreenHead } from '~/ui/screen-head'
import { CheckPanel, CONFIRM_INTENT } from './check-panel'
import { OfferOf } from './offer-of'
import { RecordOption } from './record-option'
import { Revisions } from './revisions'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  return withLoadFailure(async () => {
    const deal = await findDealToEdit(params.id!)
    if (!deal) throw notFound('Deal')

    const [picture, revisions, taxonomy, check, place, recipients] = await Promise.all([
      findPictureToEdit(deal.id),
      listRevisions(deal.id),
      listTaxonomy(),
      findCheckState(deal.id),
      findProductOfDeal(deal.id),
      countRecipients({ deal: deal.id }),
    ])
    const path = `/admin/deals/${deal.id}`
    const head = pageHead({ title: `Edit ${deal.title}`, description: 'Edit a deal.', path, isIndexed: false })
    const search = parseManageSearch(request.url)
    const [mayDelete, mayMerge] = [canDeleteDeals(user), canMerge(user)]
    const page = { head, search, recipients, place, check, revisions, taxonomy, mayDelete, mayMerge }
    return { ...page, deal: { ...deal, ...picture } }
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, editorFailure, async () => {
    const sent = await readDealForm(request)
    if (sent.get('intent') === CONFIRM_INTENT) return confirmCheck(request, user, params.id!)
    return submitDeal(request, user, editDealForm, (values) => {
      const { version, record_change, record_title, record_terms, affects_owners, silent, ...form } = values
      const record = record_change ? { title: record_title } : undefined
      const recipients = { affects_owners: affects_owners ? 'YES' : 'UNKNOWN', is_silent: silent } as const
      return saveDeal(user, params.id!, { form, version, record, recordsTerms: record_terms, recipients })
    })
  })
}

/** "Still correct": the deal is as described. With scripts, the entered values of the form remain. */
async function confirmCheck(request: Request, user: User, id: string) {
  const dealId = parseRowId(id)
  if (!dealId) throw notFound('Deal')
  const path = managePath(parseManageSearch(request.url), `/${dealId}`)
  try {
    const { title } = await checkDeal(user, dealId, 'correct')
    return respondWithToast(request, path, { tone: 'success', title: `Still correct: ${title}` })
  } catch (error) {
    if (!(error instanceof CannotDecide)) throw error
    return respondWithToast(request, path, { tone: 'error', title: 'Nothing was changed', text: error.message })
  }
}

export const clientAction = withFormFailure(editorFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load deal' }

export default function EditDealPage() {
  const { deal } = useLoaderData<typeof loader>()
  return <EditDeal key={deal.id} />
}

function EditDeal() {
  const { deal, recipients, place, check, revisions, taxonomy, search, mayDelete, mayMerge } =
    useLoaderData<typeof loader>()
  const result = useFormResult<DealFormResult>()
  // The data is loaded again after "Still correct", but the form stays one of the version that it was opened with.
  const [opened] = useState(deal)
  const conflict = result?.conflict
  const [list, path] = [managePath(search), managePath(search, `/${deal.id}`)]
  return (
    <>
      <BackLink to={list}>Manage Deals</BackLink>
      <ScreenHead
        title={deal.title}
        lead={
          <>
            Entered <LocalDate value={deal.created_at} />
            {place ? <OfferOf {...place} /> : null}
          </>
        }
      >
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`/deals/${deal.slug}`} tone="secondary" icon="eye">
            {deal.published ? 'View' : 'Preview'}
          </ButtonLink>
          {mayMerge ? (
            <ButtonLink to={mergePath('deal', deal.id)} tone="secondary" icon="copy">
              Merge
            </ButtonLink>
          ) : null}
          {mayDelete ? (
            <ButtonLink to={managePath(search, `/${deal.id}/delete`)} tone="danger-quiet" icon="trash-2">
              Delete
            </ButtonLink>
          ) : null}
        </div>
      </ScreenHead>
      <CheckPanel check={check} action={path} />
      <DealEditor
        {...{ result, list, taxonomy }}
        stored={opened}
        action={path}
        aside={<RecordOption recipients={recipients} result={result} />}
      >
        {conflict ? <ConflictNotice conflict={conflict} noun="deal" theirs={path} /> : null}
        <input
          type="hidden"
          name="version"
          value={conflict?.version ?? submittedValue(result, 'version') ?? opened.version}
        />
      </DealEditor>
      <Revisions revisions={revisions} />
    </>
  )
}
