import { Checkbox } from '~/ui/checkbox'
import { describeRecipients, type RecipientCounts } from './recipient-counts'

type SilentChoiceProps = { recipients: RecipientCounts; isSilent: boolean; form?: string }

/** Says how many members a verified change notifies, and offers to notify no one. */
export function SilentChoice({ recipients, isSilent, form }: SilentChoiceProps) {
  return (
    <>
      <p className="text-small">{describeRecipients(recipients)}</p>
      <Checkbox name="silent" defaultChecked={isSilent} form={form}>
        Correction only (don't notify owners)
      </Checkbox>
    </>
  )
}
