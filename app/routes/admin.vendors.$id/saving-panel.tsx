import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import type { ToldCounts } from '~/features/audience/notifications/told-counts'
import { ButtonLink } from '~/ui/button'
import { pluralize } from '~/ui/pluralize'
import { SaveButton } from '~/ui/save-button'

type SavingPanelProps = {
  form: string
  counts: { published: number; entries: number }
  told: ToldCounts
  isSilent: boolean
  cancel: string
}

/** What saving does, before it does it. */
export function SavingPanel({ form, counts, told, isSilent, cancel }: SavingPanelProps) {
  const { published, entries } = counts
  return (
    <section className="box" aria-labelledby="saving">
      <div className="box__head">
        <h2 id="saving">Saving does this</h2>
      </div>
      <div className="box__body stack">
        <p className="small">
          {'A new status Acquired or Shut down writes '}
          <b>
            {published === 0
              ? 'no changes, as it has no published deals'
              : `${pluralize(published, 'verified change')}`}
          </b>
          {published === 0 ? '.' : ', one on each published deal.'}
        </p>
        {entries > 0 ? (
          <p className="small">
            {`Its status has written ${pluralize(entries, 'change')}. Another date, source or effect on owners corrects those of the current status. Setting it back to Active or Unknown keeps them.`}
          </p>
        ) : null}
        <SilentChoice told={told} isSilent={isSilent} form={form} />
        <SaveButton form={form} block>
          Save Vendor
        </SaveButton>
        <ButtonLink to={cancel} tone="ghost" block>
          Cancel
        </ButtonLink>
      </div>
    </section>
  )
}
