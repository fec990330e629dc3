import art from './engraving.svg?url'

const VIEW = { cover: '0 0 1440 420', panel: '0 0 720 900' }

/** The rosette behind the closing call and the sign-in panel. */
export function NotFoundArt({ motif }: { motif: keyof typeof VIEW }) {
  return (
    <svg
      className="absolute inset-0 size-full text-cover-line"
      viewBox={VIEW[motif]}
      preserveAspectRatio="xMaxYMid slice"
      stroke="currentColor"
      aria-hidden="true"
    >
      <use href={`${art}#${motif}`} />
    </svg>
  )
}

/** The seal on error pages. */
export function SaleSeal({ text }: { text: string }) {
  return (
    <svg
      className="hidden w-full max-w-108 justify-self-end text-border-strong lg:block"
      viewBox="0 0 420 420"
      stroke="currentColor"
      aria-hidden="true"
    >
      <use href={`${art}#seal`} />
      <circle className="fill-background" cx="210" cy="210" r="78" />
      <circle className="fill-background" cx="210" cy="210" r="71" />
      <text
        className="fill-muted-foreground stroke-none font-display text-[52px] tracking-heading"
        x="210"
        y="210"
        dy=".35em"
        textAnchor="middle"
      >
        {text}
      </text>
    </svg>
  )
}
