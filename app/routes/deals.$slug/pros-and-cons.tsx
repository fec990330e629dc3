import { Icon } from '~/ui/icon'

type Entry = { type: 'PRO' | 'CON'; text: string }

/** A T-account: one head rule, one upright. A side without entries is left out. */
export function ProsAndCons({ entries }: { entries: Entry[] }) {
  const [pros, cons] = (['PRO', 'CON'] as const).map((side) => entries.filter(({ type }) => type === side))
  if (entries.length === 0) return null
  return (
    <section className="pros-cons" aria-labelledby="pros-and-cons">
      <h2 id="pros-and-cons">Pros &amp; Cons</h2>
      <div
        className={
          pros?.length && cons?.length ? 'pros-cons__columns' : 'pros-cons__columns pros-cons__columns--single'
        }
      >
        {pros?.length ? <Side className="pros-cons__pro" heading="Pros" icon="plus" entries={pros} /> : null}
        {cons?.length ? <Side className="pros-cons__con" heading="Cons" icon="minus" entries={cons} /> : null}
      </div>
    </section>
  )
}

type SideProps = { className: string; heading: string; icon: 'plus' | 'minus'; entries: Entry[] }

function Side({ className, heading, icon, entries }: SideProps) {
  return (
    <div className={className}>
      <h3>
        {heading}
        <span>{entries.length}</span>
      </h3>
      <ul>
        {entries.map(({ text }) => (
          <li key={text}>
            <Icon name={icon} />
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
