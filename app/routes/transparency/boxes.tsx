import type { Checked, WaitingTimes } from '~/features/audience/transparency/decision-figures.server'
import { formatHours } from '~/features/audience/transparency/transparency'
import { Box, BoxBody, BoxHead, BoxTitle, Pair, Pairs } from '~/ui/box'
import { DocSection } from '~/ui/doc-section'

const KINDS = [
  ['owners', 'Change reports that affect owners'],
  ['change_log', 'Other change reports'],
  ['review', 'Reviews'],
  ['comment', 'Comments'],
] as const

type BoxesProps = {
  hours: WaitingTimes
  reports: Checked
  proofs: Checked
  availability: { right: number; settled: number }
}

/** How long decisions took, and how many reported facts held. */
export function Boxes({ hours, reports, proofs, availability }: BoxesProps) {
  return (
    <DocSection id="facts" title="Times and facts" isTitleHidden>
      <div className="grid gap-4 md:grid-cols-2">
        <Box as="div">
          <BoxHead>
            <BoxTitle as="h3">Hours to a decision</BoxTitle>
            <span className="text-small text-muted-foreground">median</span>
          </BoxHead>
          <BoxBody>
            <Pairs>
              {KINDS.map(([kind, label]) => (
                <Pair key={kind} label={label}>
                  {hours[kind] === null ? 'None yet' : formatHours(hours[kind])}
                </Pair>
              ))}
            </Pairs>
          </BoxBody>
        </Box>
        <Box as="div">
          <BoxHead>
            <BoxTitle as="h3">Facts checked</BoxTitle>
            <span className="text-small text-muted-foreground">12 months</span>
          </BoxHead>
          <BoxBody>
            <Pairs>
              <Pair label="Change reports approved">{formatShare(reports.approved, reports.decided)}</Pair>
              <Pair label="Purchases checked">{formatShare(proofs.approved, proofs.decided)}</Pair>
              <Pair label="Availability reports confirmed">
                {formatShare(availability.right, availability.settled)}
              </Pair>
            </Pairs>
          </BoxBody>
        </Box>
      </div>
    </DocSection>
  )
}

const formatShare = (part: number, whole: number) =>
  `${part.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')}`
