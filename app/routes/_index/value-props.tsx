import { Icon, type IconName } from '~/ui/icon'

const CHECKS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'circle-check',
    title: 'Checked with a date',
    text: 'Each deal says when our staff last checked it, or that nobody has yet. A deal that has ended says so on the day.',
  },
  {
    icon: 'users-round',
    title: 'Reviews say who bought it',
    text: 'Each review says what its author told us about the purchase, and whether we checked it. A moderator reads it before it counts.',
  },
  {
    icon: 'badge-check',
    title: 'Changes are dated',
    text: 'When limits, terms or prices change, we check it and add it to the Change Log. Nothing is quietly rewritten.',
  },
]

export function ValueProps() {
  return (
    <section className="section section--band" aria-labelledby="how">
      <div className="wrap">
        <h2 id="how">Three checks before a deal is worth your money</h2>
        <div className="value-props">
          {CHECKS.map(({ icon, title, text }) => (
            <div key={title} className="value-prop">
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
