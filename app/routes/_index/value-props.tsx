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
    <section className="bg-muted py-section" aria-labelledby="how">
      <div className="wrap">
        <h2 id="how" className="mb-9 max-w-[22ch]">
          Three checks before a deal is worth your money
        </h2>
        <div className="grid gap-x-10 lg:grid-cols-3">
          {CHECKS.map(({ icon, title, text }) => (
            <div
              key={title}
              className="grid grid-cols-[2.75rem_1fr] content-start gap-x-4 gap-y-1 border-t border-border py-5 lg:grid-cols-1 lg:gap-y-2 lg:border-t-0 lg:py-0"
            >
              <Icon name={icon} className="row-span-2 mt-0.5 size-7 stroke-[1.5] text-primary lg:row-auto lg:mb-2" />
              <h3>{title}</h3>
              <p className="text-control text-muted-foreground leading-5.75">{text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
