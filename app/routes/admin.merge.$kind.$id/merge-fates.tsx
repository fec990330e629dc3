import type { Fate, FateLine } from '~/features/staff/merging/merging'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Icon } from '~/ui/icon'

/** What happens to the two records, in a column for each fate. */
export function MergeFates({ fates }: { fates: Fate[] }) {
  return (
    <Box aria-labelledby="what-happens">
      <BoxHead>
        <BoxTitle id="what-happens">What happens</BoxTitle>
        <span className="text-small text-muted-foreground">in one step, all or nothing</span>
      </BoxHead>
      <div className="grid md:grid-cols-3">
        {fates.map(({ icon, title, lines }) => (
          <section
            key={title}
            className="min-w-0 border-border px-5 py-4.5 not-first:max-md:border-t md:not-first:border-s"
          >
            <h3 className="flex items-center gap-2 text-control tracking-[0]">
              <Icon name={icon} className="size-4.5 text-verified" />
              {title}
            </h3>
            <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-muted-foreground text-small wrap-anywhere">
              {lines.map((line) => (
                <li key={JSON.stringify(line)}>
                  <Line line={line} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Box>
  )
}

function Line({ line }: { line: FateLine }) {
  if (typeof line === 'string') return line
  if (Array.isArray(line)) return line.map((part, i) => (i % 2 ? <bdi key={part}>{part}</bdi> : part))
  return (
    <>
      <code>{line.from}</code>
      {' to '}
      <code>{line.to}</code>
    </>
  )
}
