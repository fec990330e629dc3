import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { PRODUCT_LIMITS } from '~/features/catalog/products/product'
import { findProductOfDeal } from '~/features/catalog/products/product-of-deal.server'
import { parseProductSearch } from '~/features/catalog/products/product-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { listOthers } from '~/features/staff/merging/merge.server'
import type { MergeHead } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, type FormResult, fieldValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { BOX_LOOK, BoxBody } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { formatDate } from '~/ui/local-date'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'
import { submitMove } from './actions.server'

const FAILED = 'Failed to move offer'

/** Suggested products to choose from, or those that a search finds. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const id = parseRowId(params.id)
  const deal = id && (await findProductOfDeal(id))
  if (!deal) throw notFound('Deal')
  const { q } = parseProductSearch(new URL(request.url).searchParams)
  const targets = await listOthers('product', deal.product_id, q)
  const title = `Move ${deal.title}`
  const path = `/admin/deals/${id}/move`
  const head = pageHead({ title, description: 'Move an offer to another product.', path, isIndexed: false })
  return { head, title, path, deal, q, targets }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Deal')
  return withFormErrors(request, FAILED, () => submitMove(request, user, id))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function MovePage() {
  const { title, path, deal, q, targets } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const product = `/admin/products/${deal.product_id}`
  return (
    <>
      <BackLink to={product}>{deal.product}</BackLink>
      <ScreenHead
        title={title}
        lead={`The offer on ${deal.platform} from ${formatDate(deal.start_date)}. It keeps its title, reviews and address.`}
      />
      <ErrorSummary title="Not moved" errors={summaryOf(result)} />
      <Form className={BOX_LOOK.box} action={path}>
        <BoxBody className="grid gap-5">
          <TextField
            id="q"
            name="q"
            type="search"
            label="Find the product"
            hint="Its name or a part of it. Without one, those that look alike are listed."
            maxLength={PRODUCT_LIMITS.name}
            defaultValue={q}
          />
          <div>
            <Button tone="secondary">Search</Button>
          </div>
        </BoxBody>
      </Form>
      {q && targets.length === 0 ? (
        <p className="text-muted-foreground">No other product has this in its name.</p>
      ) : null}
      <MoveForm
        key={q}
        from={deal.product_id}
        targets={targets}
        hasSisters={deal.offers > 1}
        result={result}
        action={q ? `${path}?${new URLSearchParams({ q })}` : path}
        cancel={product}
      />
    </>
  )
}

type MoveFormProps = {
  from: string
  /** The products to choose from. */
  targets: MergeHead[]
  /** Whether its product has other offers, so that it can become a separate product. */
  hasSisters: boolean
  result: FormResult
  action: string
  cancel: string
}

function MoveForm({ from, targets, hasSisters, result, action, cancel }: MoveFormProps) {
  const [found] = targets
  const chosen = fieldValue(result, 'to', found && targets.length === 1 ? found.id : '')
  const options = [
    { value: '', label: 'Choose a product' },
    ...targets.map(({ id, name, note, counts }) => ({ value: id, label: `${name} by ${note}, ${counts}` })),
    ...(hasSisters ? [{ value: 'new', label: 'A new product of its own' }] : []),
  ]
  return (
    <Form method="post" action={action} className={BOX_LOOK.box} noValidate>
      <BoxBody className="grid gap-5">
        <input type="hidden" name="from" value={from} />
        <SelectField
          key={chosen}
          id="to"
          name="to"
          label="Move it to"
          hint="A product that is left without offers is deleted."
          options={options}
          defaultValue={chosen}
          errors={errorsOf(result, 'to')}
          required
        />
        {passwordAgain(result)}
        <div className="flex flex-wrap gap-3">
          <Button>Move Offer</Button>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </BoxBody>
    </Form>
  )
}
