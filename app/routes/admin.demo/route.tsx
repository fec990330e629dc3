import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { describeRemoval, findDemoContent, removeDemo } from '~/features/site/demo/remove-demo.server'
import { hideFirstSteps } from '~/features/site/first-steps/first-steps.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { redirectWithToast } from '~/http/toast.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'

const TITLE = 'Remove the demo content'
const LEAD = 'Deletes the demo content that was not edited.'
const failed = 'Failed to remove the demo content'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/demo', isIndexed: false })
  const { counts, staying } = await findDemoContent()
  return { head, counts, staying }
}

/** Removes the demo content, or hides the first steps of the dashboard. */
export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, failed, async () => {
    if ((await readForm(request)).get('intent') === 'hide-steps') {
      await hideFirstSteps(admin)
      return redirect('/admin')
    }
    const removal = await removeDemo(admin.id)
    const [title, ...stays] = describeRemoval(removal)
    return redirectWithToast(removal.staying.length > 0 ? '/admin/demo' : '/admin', {
      tone: removal.isEmpty ? 'error' : 'success',
      title: title!,
      text:
        stays.length > 0 ? `${pluralize(stays.length, 'deal')} ${stays.length === 1 ? 'stays' : 'stay'}.` : undefined,
    })
  })
}

export const clientAction = withFormFailure(failed)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function DemoPage() {
  const { counts, staying } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <div className="grid content-start gap-5">
      <ScreenHead title={TITLE} lead={LEAD} />
      <ErrorSummary title={result?.failure} errors={summaryOf(result)} />
      {counts.deals > 0 ? (
        <Removal counts={counts} />
      ) : (
        <p className="text-muted-foreground">There is no demo content to remove.</p>
      )}
      {staying.length > 0 ? <Staying deals={staying} /> : null}
    </div>
  )
}

function Removal({ counts: { deals, reviews, changes } }: { counts: Record<'deals' | 'reviews' | 'changes', number> }) {
  const isRemoving = useNavigation().formMethod === 'POST'
  return (
    <Box aria-labelledby="goes">
      <BoxHead>
        <BoxTitle id="goes">What goes</BoxTitle>
      </BoxHead>
      <BoxBody className="grid justify-items-start gap-3">
        <p>{`${pluralize(deals, 'deal')}, ${pluralize(reviews, 'review')} and ${pluralize(changes, 'change')}, with their comments, prices and clicks.`}</p>
        <p>
          Demo people, categories, platforms and vendors go too, unless something else uses them or you edited them.
        </p>
        <p className="text-small text-muted-foreground">
          This cannot be undone, but the command npm run seed adds it again.
        </p>
        <Form method="post" className="flex flex-wrap gap-2">
          <Button tone="danger" icon="trash-2" busy={isRemoving}>
            {`Remove ${pluralize(deals, 'deal')}`}
          </Button>
          <ButtonLink to="/admin" tone="ghost">
            Cancel
          </ButtonLink>
        </Form>
      </BoxBody>
    </Box>
  )
}

function Staying({ deals }: { deals: { id: string; title: string; reason: string }[] }) {
  return (
    <Box aria-labelledby="stays">
      <BoxHead>
        <BoxTitle id="stays">What stays</BoxTitle>
      </BoxHead>
      <ul className="divide-y divide-border">
        {deals.map(({ id, title, reason }) => (
          <li key={id} className="px-5 py-3">
            <Link className="link" to={`/admin/deals/${id}`}>
              <bdi>{title}</bdi>
            </Link>
            {`: ${reason}.`}
          </li>
        ))}
      </ul>
    </Box>
  )
}
