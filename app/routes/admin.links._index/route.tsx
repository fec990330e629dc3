import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { countLinks } from '~/features/catalog/deals/open-links.server'
import type { LinkSource } from '~/features/catalog/links/link-program'
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
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldErrors } from '~/ui/field'
import { pluralize } from '~/ui/pluralize'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'

const PATH = '/admin/links'
const TITLE = 'Links'
const FAILED = 'Failed to update program'

const form = z.object({ intent: z.enum(['pause', 'resume']), id: z.uuid(), version: z.string().max(40) })

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
    const changed = await setActive(admin.id, id, intent === 'resume', version)
    if (!changed) throw notFound('Program')
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
    <>
      <ScreenHead
        title={TITLE}
        lead={`${earning.toLocaleString('en-US')} of ${pluralize(counts.open, 'open deal')} have a link that earns. ${counts.others.toLocaleString('en-US')} may earn someone else a commission. Every deal page says so.`}
      >
        <ButtonLink to={`${PATH}/new`} icon="plus">
          New Program
        </ButtonLink>
      </ScreenHead>
      <ErrorSummary title={FAILED} errors={errors} />
      {programs.length > 0 ? (
        <Programs programs={programs} errors={errors} result={result} />
      ) : (
        <EmptyState icon="link" title="No programs yet" text="Until there is one, every button uses the plain link." />
      )}
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <OrderOfLinks bySource={counts.bySource} />
        <Box aria-labelledby="plain">
          <BoxHead>
            <BoxTitle id="plain">Always the plain link</BoxTitle>
          </BoxHead>
          <BoxBody className="grid content-start gap-3">
            <p className="text-control text-muted-foreground">
              Link check, page watch, products, feeds and export read only the plain link. Lists and sorts never look at
              programs.
            </p>
            <Link className="link justify-self-start" to="/admin/analytics#by-programs" discover="none">
              Clicks by program
            </Link>
          </BoxBody>
        </Box>
      </div>
    </>
  )
}

type Program = Pick<
  Awaited<ReturnType<typeof listManagedPrograms>>[number],
  'id' | 'name' | 'note' | 'host' | 'platform' | 'deals' | 'is_active' | 'version'
>

/** What the error of a refused row links to. */
const buttonId = (id: string) => `change-${id}`

type ProgramsProps = { programs: Program[]; errors: { id?: string; message: string }[]; result: FormResult }

function Programs({ programs, errors, result }: ProgramsProps) {
  const errorsAt = (id: string) => errors.filter((error) => error.id === id).map(({ message }) => message)
  return (
    <RecordTable
      label="Programs"
      columns={['Program', 'Applies to', 'Deals', 'State', 'Action']}
      rows={programs.map(({ id, name, note, host, platform, deals, is_active, version }) => ({
        id,
        name,
        to: `${PATH}/${id}`,
        cells: [
          <span key="to" className="grid">
            <bdi>{host ?? platform}</bdi>
            <span className="text-caption text-subtle-foreground">{host ? 'host or domain' : 'platform'}</span>
            {note ? <span className="text-caption text-subtle-foreground">{note}</span> : null}
          </span>,
          pluralize(deals, 'open deal'),
          <Badge key="state" tone={is_active ? 'active' : 'expired'}>
            {is_active ? 'Active' : 'Paused'}
          </Badge>,
          <Form key="action" method="post" className="grid justify-items-start gap-2">
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="version" value={version} />
            {passwordAgain(result, { intent: is_active ? 'pause' : 'resume', id })}
            <Button
              id={buttonId(id)}
              name="intent"
              value={is_active ? 'pause' : 'resume'}
              tone="secondary"
              size="sm"
              aria-describedby={errorsAt(buttonId(id)).length > 0 ? `${buttonId(id)}-error` : undefined}
            >
              {is_active ? 'Pause' : 'Resume'}
              <span className="sr-only">{` ${name}`}</span>
            </Button>
            <FieldErrors id={buttonId(id)} errors={errorsAt(buttonId(id))} />
          </Form>,
        ],
      }))}
    />
  )
}

const SOURCES: Record<LinkSource, string> = {
  own: "The deal's own affiliate link",
  host: 'The program of the exact host',
  domain: 'The program of the domain',
  platform: 'The program of the platform',
  plain: 'The plain link',
}

function OrderOfLinks({ bySource }: { bySource: Record<LinkSource, number> }) {
  return (
    <Box aria-labelledby="order">
      <BoxHead>
        <BoxTitle id="order">Which link a button uses (first match)</BoxTitle>
        <span className="text-caption text-muted-foreground">open deals</span>
      </BoxHead>
      <ol className="divide-y divide-border px-5">
        {Object.entries(SOURCES).map(([source, label]) => (
          <li key={source} className="flex justify-between gap-4 py-2.5 text-control">
            <span>{label}</span>
            <span className="text-muted-foreground">{bySource[source as LinkSource].toLocaleString('en-US')}</span>
          </li>
        ))}
      </ol>
    </Box>
  )
}
