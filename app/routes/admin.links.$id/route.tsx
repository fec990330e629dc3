import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PROGRAM_LIMITS } from '~/features/catalog/links/link-program'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import {
  findManagedProgram,
  programForm,
  readSamples,
  removeProgram,
  saveProgram,
} from '~/features/staff/link-programs/manage-programs.server'
import { findRecord, parseRecordId, writeRecord } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, fieldValue, recordFailure, revalidateAfterConflict, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { Button } from '~/ui/button'
import { TextArea, TextField } from '~/ui/field'
import { RadioField } from '~/ui/radio-field'
import { PlainRecordScreen } from '~/ui/record-screen'
import { SelectField } from '~/ui/select-field'
import { Switch } from '~/ui/switch'
import { Samples } from './samples'

const NOUN = 'Program'
const LIST = { to: '/admin/links', label: 'Links' }
const KINDS = [
  { value: 'host', label: 'Host or domain' },
  { value: 'platform', label: 'Platform' },
] as const

const TEMPLATE_HINT = (
  <span className="grid gap-1 wrap-anywhere">
    <span>
      <code>?ref=me</code> gives <code>vendor.com/buy?ref=me</code>
    </span>
    <span>
      <code>{'https://network.example/?u={url}'}</code> gives{' '}
      <code>https://network.example/?u=https%3A%2F%2Fvendor.com%2Fbuy</code>
    </span>
    <span>
      <code>{'{slug}'}</code> fits the network’s sub-id; <code>{'{raw_url}'}</code> is the address as it is, at the end
      of a path.
    </span>
  </span>
)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [program, platforms] = await Promise.all([findRecord(params.id, NOUN, findManagedProgram), listPlatforms()])
  const title = program?.name ?? 'New Program'
  const head = pageHead({ title, description: 'A program and its links.', path: LIST.to, isIndexed: false })
  // "Check samples" sends the form as a GET, so that nothing is saved and everything typed is kept.
  const draft = draftOf(new URL(request.url).searchParams)
  const checked = programForm.safeParse(draft ?? formValuesOf(program))
  return {
    title,
    head,
    platforms: platforms.map(({ id, name }) => ({ value: id, label: name })),
    program: program && { version: program.version },
    values: draft ?? formValuesOf(program),
    samples: checked.success ? await readSamples(checked.data) : undefined,
    problems: draft && !checked.success ? checked.error.issues.map(({ message }) => message) : [],
  }
}

type Draft = Record<'name' | 'kind' | 'host' | 'platform_id' | 'template' | 'note', string> & { is_active?: 'on' }
const NAMES = ['name', 'kind', 'host', 'platform_id', 'template', 'note'] as const

function draftOf(params: URLSearchParams): Draft | undefined {
  if (!params.has('template')) return undefined
  const texts = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as Omit<Draft, 'is_active'>
  return { ...texts, ...(params.has('is_active') && { is_active: 'on' }) }
}

function formValuesOf(program: Awaited<ReturnType<typeof findManagedProgram>>): Draft {
  const { name = '', host, platform_id, template = '', note, is_active = true } = program ?? {}
  const kind = platform_id ? 'platform' : 'host'
  const texts = { name, kind, host: host ?? '', platform_id: platform_id ?? '', template, note: note ?? '' }
  return { ...texts, ...(is_active && { is_active: 'on' }) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return writeRecord(request, parseRecordId(params.id, NOUN), {
    noun: NOUN,
    list: LIST.to,
    form: programForm,
    save: async (id, value, version) => {
      await requireRecentPassword(request, admin)
      return saveProgram(admin.id, id, value, version)
    },
    remove: async (id) => {
      await requireRecentPassword(request, admin)
      return removeProgram(admin.id, id)
    },
  })
}

export const clientAction = withFormFailure(recordFailure(NOUN))

export const shouldRevalidate = revalidateAfterConflict

export default function ProgramPage() {
  const { title, program, platforms, values, samples, problems } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const field = fieldsOf(result, values)
  const password = passwordAgain(result)
  const errors = [...summaryOf(result), ...problems.map((message) => ({ message }))]
  return (
    <PlainRecordScreen
      title={title}
      noun={NOUN}
      list={LIST}
      errors={errors}
      record={program}
      actions={
        // A GET would put the password into the address.
        password ? null : (
          <Button type="submit" formMethod="get" tone="secondary" name="checked" value="1">
            Check samples
          </Button>
        )
      }
      password={passwordAgain(result, { intent: 'delete' })}
      aside={samples ? <Samples {...samples} /> : null}
    >
      <TextField {...field('name')} label="Name" required maxLength={PROGRAM_LIMITS.name} />
      <RadioField
        id="kind"
        name="kind"
        legend="Applies to"
        choices={KINDS}
        chosen={fieldValue(result, 'kind', values.kind)}
        isBoxed
      />
      <div className="[form:has([name=kind][value=platform]:checked)_&]:hidden">
        <TextField
          {...field('host')}
          label="Host or domain"
          optional
          placeholder="dealmint.com"
          maxLength={PROGRAM_LIMITS.host}
          hint="A domain is for all its hosts; a program for the exact host comes first."
        />
      </div>
      <div className="[form:has([name=kind][value=host]:checked)_&]:hidden">
        <SelectField
          {...field('platform_id')}
          label="Platform"
          optional
          options={[{ value: '', label: 'No platform' }, ...platforms]}
        />
      </div>
      <TextArea
        {...field('template')}
        label="Template"
        required
        maxLength={PROGRAM_LIMITS.template}
        hint={TEMPLATE_HINT}
      />
      <TextField {...field('note')} label="Note (staff only)" optional maxLength={PROGRAM_LIMITS.note} />
      <Switch
        name="is_active"
        defaultChecked={result ? fieldValue(result, 'is_active', undefined) === 'on' : Boolean(values.is_active)}
      >
        Active
      </Switch>
      {password}
    </PlainRecordScreen>
  )
}
