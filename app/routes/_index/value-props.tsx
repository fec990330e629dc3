import { Icon, type IconName } from '~/ui/icon'

const CHECKS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'circle-check',
    title: 'Checked with a date',
    text: 'Each deal says when our staff last checked it, or that no one has yet. Deals that have ended are marked the next day.',
  },
  {
    icon: 'users-round',
    title: 'Reviews say who bought it',
    text: 'Reviews say when their author bought the product, and whether we verified it. A moderator reads each one before it is published.',
  },
  {
    icon: 'badge-check',
    title: 'Changes are dated',
    text: 'When limits, terms or prices change, we check the change and add it to the Change Log with its date.',
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
