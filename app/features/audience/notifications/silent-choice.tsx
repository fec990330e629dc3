import { Checkbox } from '~/ui/checkbox'
import { describeTold, type ToldCounts } from './told-counts'

type SilentChoiceProps = { told: ToldCounts; isSilent: boolean; form?: string }

/** Says how many people a verified change is told to, and offers to tell nobody. */
export function SilentChoice({ told, isSilent, form }: SilentChoiceProps) {
  return (
    <>
      <p className="small">{describeTold(told)}</p>
      <Checkbox name="silent" defaultChecked={isSilent} form={form}>
        Correct an old entry: write the change, tell nobody
      </Checkbox>
    </>
  )
}
