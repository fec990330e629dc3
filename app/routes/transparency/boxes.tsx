import type { Checked, WaitingTimes } from '~/features/audience/transparency/decision-figures.server'
import { formatHours } from '~/features/audience/transparency/transparency'
import { Box, BoxBody, BoxHead, BoxTitle, Pair, Pairs } from '~/ui/box'
import { DocSection } from '~/ui/doc-section'
import { formatCount } from '~/ui/pluralize'

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

type Row = { label: string; value: string }

/** How long decisions took, and how many reported facts held. What had no decision is left out. */
export function Boxes({ hours, reports, proofs, availability }: BoxesProps) {
  const times = KINDS.flatMap(([kind, label]) => {
    const median = hours[kind]
    return median === null ? [] : { label, value: formatHours(median) }
  })
  const facts = [
    ...shareRow('Change reports approved', reports.approved, reports.decided),
    ...shareRow('Purchases checked', proofs.approved, proofs.decided),
    ...shareRow('Availability reports confirmed', availability.right, availability.settled),
  ]
  if (times.length + facts.length === 0) return null
  return (
    <DocSection id="facts" title="Times and facts" isTitleHidden>
      <div className="grid gap-4 md:grid-cols-2">
        <FiguresBox title="Hours to a decision" note="median" rows={times} />
        <FiguresBox title="Facts checked" note="12 months" rows={facts} />
      </div>
    </DocSection>
  )
}

function shareRow(label: string, part: number, whole: number): Row[] {
  return whole === 0 ? [] : [{ label, value: `${formatCount(part)} of ${formatCount(whole)}` }]
}

function FiguresBox({ title, note, rows }: { title: string; note: string; rows: Row[] }) {
  if (rows.length === 0) return null
  return (
    <Box as="div">
      <BoxHead>
        <BoxTitle as="h3">{title}</BoxTitle>
        <span className="text-small text-muted-foreground">{note}</span>
      </BoxHead>
      <BoxBody>
        <Pairs>
          {rows.map(({ label, value }) => (
            <Pair key={label} label={label}>
              {value}
            </Pair>
          ))}
        </Pairs>
      </BoxBody>
    </Box>
  )
}
