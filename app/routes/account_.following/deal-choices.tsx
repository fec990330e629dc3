import { Form } from '@remix-run/react'
import { TICK_LABELS, TICKS } from '~/features/audience/following/followed-deal'
import type { SavedDeal } from '~/features/audience/following/followed-deals.server'
import { TargetField } from '~/features/audience/following/target-field'
import { type FormResult, submittedValue } from '~/http/forms'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'

type DealChoicesProps = { deal: SavedDeal; result: FormResult; isOpen: boolean }

/** What a member is told about a deal. */
export function DealChoices({ deal, result, isOpen }: DealChoicesProps) {
  // The form on the page of the deal has no ticks.
  const ticks = submittedValue(result, 'intent') === 'deal' ? result : undefined
  return (
    <details className="fold follow__edit" open={isOpen || result !== undefined}>
      <summary>
        <Icon name="plus" />
        <span>
          Change<span className="sr-only">{` what you are told about ${deal.title}`}</span>
        </span>
      </summary>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="deal" />
        <input type="hidden" name="id" value={deal.id} />
        <fieldset className="field">
          <legend className="field__label">Tell me about</legend>
          <div className="tickgrid">
            {TICKS.map((tick) => (
              <label key={tick} className="check">
                <input
                  type="checkbox"
                  name={tick}
                  defaultChecked={ticks ? submittedValue(ticks, tick) !== undefined : deal[tick]}
                />
                <span>{TICK_LABELS[tick]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="inline-form">
          <TargetField label="Tell me at or below" idPrefix={`${deal.id}-`} optional {...{ deal, result }} />
          <Button>Save</Button>
          <Button tone="ghost" name="stop" value="1">
            Stop following
          </Button>
        </div>
      </Form>
    </details>
  )
}
