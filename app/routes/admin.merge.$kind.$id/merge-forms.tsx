import { Form } from '@remix-run/react'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { type MergeHead, type MergeKindName, mergePath } from '~/features/staff/merging/merging'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { BOX_LOOK, BoxBody } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { describedBy, FIELD, FieldErrors, TextField } from '~/ui/field'
import { ListTable, RowName } from '~/ui/list-screen'

type ChooseOtherProps = { kind: MergeKindName; id: string; q: string; found: MergeHead[]; cancel: string }

/** Records that are probably the same; a search finds any other one. */
export function ChooseOther({ kind, id, q, found, cancel }: ChooseOtherProps) {
  return (
    <>
      <Form className={BOX_LOOK.box}>
        <BoxBody className="grid gap-5">
          <TextField
            id="q"
            name="q"
            type="search"
            label={`Find the ${kind} that stays`}
            hint="A part of its name, or its slug. You confirm on the next page."
            maxLength={200}
            defaultValue={q}
          />
          <div className="flex flex-wrap gap-3">
            <Button>Search</Button>
            <ButtonLink to={cancel} tone="secondary">
              Cancel
            </ButtonLink>
          </div>
        </BoxBody>
      </Form>
      {found.length === 0 ? (
        <p className="text-muted-foreground">{q ? `No other ${kind} matches.` : `No other ${kind} looks the same.`}</p>
      ) : (
        <ListTable
          label={`The ${kind} that stays`}
          columns={[
            {
              label: 'Name',
              cell: (other: MergeHead) => <RowName to={mergePath(kind, id, { into: other.id })} name={other.name} />,
            },
            { label: 'Details', cell: ({ note }) => <bdi>{note}</bdi> },
            { label: 'Counts', cell: ({ counts }) => counts },
          ]}
          rows={found}
        />
      )}
    </>
  )
}

type ConfirmMergeProps = { into: MergeHead; same: string; cancel: string; result: FormResult }

/** The last step of a merge: a box to tick, and a button that names the record that stays. */
export function ConfirmMerge({ into, same, cancel, result }: ConfirmMergeProps) {
  const errors = errorsOf(result, 'sure')
  return (
    <Form method="post" className={BOX_LOOK.box}>
      <input type="hidden" name="into" value={into.id} />
      <BoxBody className="grid gap-5">
        <p className="font-semibold text-foreground">A merge cannot be undone.</p>
        <div className={FIELD}>
          <Checkbox
            id="sure"
            name="sure"
            required
            defaultChecked={submittedValue(result, 'sure') === 'on'}
            {...describedBy({ id: 'sure', errors })}
          >
            {`These two are the same ${same}. I have looked at both pages.`}
          </Checkbox>
          <FieldErrors id="sure" errors={errors} />
        </div>
        {passwordAgain(result)}
        <div className="flex flex-wrap gap-3">
          <Button tone="danger">
            <span>
              {'Merge into '}
              <bdi>{into.name}</bdi>
            </span>
          </Button>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </BoxBody>
    </Form>
  )
}
