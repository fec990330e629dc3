import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { countLinks } from '~/features/catalog/deals/open-links.server'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { listManagedPrograms, setActive } from '~/features/staff/link-programs/manage-programs.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type FormResult, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldErrors } from '~/ui/field'
import { type Column, ListScreen, RowName } from '~/ui/list-screen'
import { pluralize } from '~/ui/pluralize'

const PATH = '/admin/links'
const TITLE = 'Links'
const FAILED = 'Failed to update program'

const CHANGED = 'Someone else changed this program in the meantime. Please look again.'

const form = z.object({ intent: z.enum(['pause', 'resume']), id: z.uuid(), version: z.coerce.number() })

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [programs, counts] = await Promise.all([listManagedPrograms(), countLinks()])
  const head = pageHead({ title: TITLE, description: 'Programs and links that earn.', path: PATH, isIndexed: false })
  return { head, programs, counts }
}

export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, FAILED, async () => {
    const submission = await parseForm(request, form)
    if (submission.status !== 'success') return invalid(submission)
    await requireRecentPassword(request, admin)
    const { id, intent, version } = submission.value
    const changed = await setActive(admin, id, intent === 'resume', version)
    if (!changed) throw notFound('Program')
    if ('conflict' in changed.saved) return invalid(submission, { status: 409, formErrors: [CHANGED] })
    if ('status' in changed.saved) return invalid(submission, changed.saved)
    const program = (await listManagedPrograms()).find((one) => one.id === id)
    const deals = pluralize(program?.deals ?? 0, 'open deal')
    return redirectWithToast(
      PATH,
      intent === 'pause'
        ? { tone: 'success', title: `${changed.name} paused`, text: `${deals} use their plain link from now on.` }
        : { tone: 'success', title: `${changed.name} resumed`, text: `${deals} use this program from now on.` },
    )
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function LinksPage() {
  const { programs, counts } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const refused = submittedValue(result, 'id')
  const errors = summaryOf(result).map(({ id, message }) => ({
    id: result?.asksPassword ? id : refused && buttonId(refused),
    message,
  }))
  const earning = counts.open - counts.bySource.plain
  return (
    <ListScreen
      head={TITLE}
      lead={`${earning.toLocaleString('en-US')} of ${pluralize(counts.open, 'open deal')} have a link that earns. ${counts.others.toLocaleString('en-US')} may earn someone else a commission. Every deal page says so.`}
      actions={
        <ButtonLink to={`${PATH}/new`} icon="plus">
          New Program
        </ButtonLink>
      }
      above={<ErrorSummary title={FAILED} errors={errors} />}
      label="Programs"
      columns={[
        ...COLUMNS,
        { label: 'Action', cell: (program) => <ActiveForm program={program} errors={errors} result={result} /> },
      ]}
      rows={programs}
      empty={{ icon: 'link', title: 'No programs yet', text: 'Until there is one, every button uses the plain link.' }}
    >
      <Link className="link justify-self-start" to="/admin/analytics#by-programs" discover="none">
        Clicks by program
      </Link>
    </ListScreen>
  )
}

type Program = Pick<
  Awaited<ReturnType<typeof listManagedPrograms>>[number],
  'id' | 'name' | 'note' | 'host' | 'platform' | 'deals' | 'is_active' | 'version'
>

const COLUMNS: Column<Program>[] = [
  { label: 'Program', cell: ({ id, name }) => <RowName to={`${PATH}/${id}`} name={name} /> },
  {
    label: 'Applies to',
    cell: ({ host, platform, note }) => (
      <span className="grid">
        <bdi>{host ?? platform}</bdi>
        <span className="text-caption text-subtle-foreground">{host ? 'host or domain' : 'platform'}</span>
        {note ? <span className="text-caption text-subtle-foreground">{note}</span> : null}
      </span>
    ),
  },
  { label: 'Deals', cell: ({ deals }) => pluralize(deals, 'open deal') },
  {
    label: 'State',
    cell: ({ is_active }) => <Badge tone={is_active ? 'active' : 'expired'}>{is_active ? 'Active' : 'Paused'}</Badge>,
  },
]

/** What the error of a refused row links to. */
const buttonId = (id: string) => `change-${id}`

type ActiveFormProps = { program: Program; errors: { id?: string; message: string }[]; result: FormResult }

/** Pauses or resumes a program. */
function ActiveForm({ program: { id, name, is_active, version }, errors, result }: ActiveFormProps) {
  const intent = is_active ? 'pause' : 'resume'
  const own = errors.filter((error) => error.id === buttonId(id)).map(({ message }) => message)
  return (
    <Form method="post" className="grid justify-items-start gap-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      {passwordAgain(result, { intent, id })}
      <Button
        id={buttonId(id)}
        name="intent"
        value={intent}
        tone="secondary"
        size="sm"
        aria-describedby={own.length > 0 ? `${buttonId(id)}-error` : undefined}
      >
        {is_active ? 'Pause' : 'Resume'}
        <span className="sr-only">{` ${name}`}</span>
      </Button>
      <FieldErrors id={buttonId(id)} errors={own} />
    </Form>
  )
}
