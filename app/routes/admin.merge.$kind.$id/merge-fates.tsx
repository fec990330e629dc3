import type { Fate, FateLine } from '~/features/staff/merging/merging'
import { Icon } from '~/ui/icon'

/** What happens to the two records, in a column for each fate. */
export function MergeFates({ fates }: { fates: Fate[] }) {
  return (
    <section className="box" aria-labelledby="what-happens">
      <div className="box__head">
        <h2 id="what-happens">What happens</h2>
        <span className="small muted">in one step, all or nothing</span>
      </div>
      <div className="fates">
        {fates.map(({ icon, title, lines }) => (
          <section key={title}>
            <h3>
              <Icon name={icon} />
              {title}
            </h3>
            <ul>
              {lines.map((line) => (
                <li key={JSON.stringify(line)}>
                  <Line line={line} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
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
