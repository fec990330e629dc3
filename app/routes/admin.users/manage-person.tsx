import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { User } from '~/features/people/accounts/guards.server'
import { PasswordField, passwordAgain } from '~/features/people/accounts/password-field'
import {
  canChangeStatus,
  canDeleteAccounts,
  isActive,
  SUSPENSION_NOTE_MAX,
  SUSPENSION_REASON_LABELS,
  SUSPENSION_REASONS,
} from '~/features/people/accounts/profile'
import type { listUsers } from '~/features/people/accounts/users.server'
import { errorsOf, type FormResult, fieldsOf, submittedValue } from '~/http/forms'
import { Button } from '~/ui/button'
import { TextArea } from '~/ui/field'
import { SelectField } from '~/ui/select-field'

type Person = Awaited<ReturnType<typeof listUsers>>['rows'][number]
type ManagePersonProps = { user: User; person: Person; failed: FormResult }

/** Suspending a person or lifting that, and deleting their account. */
export function ManagePerson({ user, person, failed }: ManagePersonProps) {
  return (
    <section id="manage" className="grid gap-6 rounded-sm bg-muted p-5 md:grid-cols-2">
      {canChangeStatus(user, person) ? (
        isActive(person) ? (
          <Suspend person={person} failed={failed} />
        ) : (
          <LiftSuspension person={person} />
        )
      ) : null}
      {canDeleteAccounts(user) ? <DeleteAccount person={person} failed={failed} /> : null}
    </section>
  )
}

type PartProps = { person: Person; intent: string; title: ReactNode; text: ReactNode; children: ReactNode }

function Part({ person, intent, title, text, children }: PartProps) {
  return (
    <Form method="post" noValidate preventScrollReset className="grid content-start gap-3 wrap-anywhere">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={person.id} />
      <h2 className="font-bold font-sans text-base tracking-[0]">{title}</h2>
      <p className="text-small text-muted-foreground">{text}</p>
      {children}
    </Form>
  )
}

const REASONS = [
  { value: '', label: 'Choose…' },
  ...SUSPENSION_REASONS.map((value) => ({ value, label: SUSPENSION_REASON_LABELS[value] })),
]

function Suspend({ person, failed }: { person: Person; failed: FormResult }) {
  const result = submittedValue(failed, 'intent') === 'suspend' ? failed : undefined
  const field = fieldsOf<{ reason: string; note: string }>(result, undefined)
  return (
    <Part
      person={person}
      intent="suspend"
      title={<bdi>{`Suspend ${person.name ?? person.email}`}</bdi>}
      text="They can sign in and read, but not write. They see the reason and the note, and get both by email."
    >
      <SelectField {...field('reason')} id="manage-reason" label="Reason" required options={REASONS} />
      <TextArea
        {...field('note')}
        id="manage-note"
        label="Note to the person"
        required
        maxLength={SUSPENSION_NOTE_MAX}
      />
      {passwordAgain(result, { intent: 'suspend' })}
      <Button tone="danger" icon="ban" className="justify-self-start">
        Suspend
      </Button>
    </Part>
  )
}

function LiftSuspension({ person }: { person: Person }) {
  const { suspension_reason: reason, suspension_note: note } = person
  return (
    <Part
      person={person}
      intent="change-status"
      title={<bdi>{`${person.name ?? person.email} is suspended`}</bdi>}
      text={reason ? `${SUSPENSION_REASON_LABELS[reason]}. ${note ?? ''}` : 'No reason was noted.'}
    >
      <input type="hidden" name="status" value="ACTIVE" />
      <input type="hidden" name="expected" value="SUSPENDED" />
      <Button tone="secondary" className="justify-self-start">
        Lift suspension
      </Button>
    </Part>
  )
}

function DeleteAccount({ person, failed }: { person: Person; failed: FormResult }) {
  const result = submittedValue(failed, 'intent') === 'delete-account' ? failed : undefined
  return (
    <Part
      person={person}
      intent="delete-account"
      title="Delete account"
      text="As its owner could: approved contributions stay, without the name. Everything else is deleted. This cannot be undone."
    >
      <PasswordField
        id="manage-currentPassword"
        name="currentPassword"
        kind="current"
        label="Your password"
        errors={errorsOf(result, 'currentPassword')}
      />
      <Button tone="danger-quiet" icon="trash-2" className="justify-self-start">
        Delete account
      </Button>
    </Part>
  )
}
