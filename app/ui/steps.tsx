import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

const STATES = {
  ok: { icon: 'circle-check', look: 'text-verified', words: 'done' },
  open: { icon: 'circle-dashed', look: 'text-input', words: 'open' },
  warn: { icon: 'triangle-alert', look: 'text-accent', words: 'not checked' },
  bad: { icon: 'circle-alert', look: 'text-destructive-ink', words: 'needs your attention' },
} satisfies Record<string, { icon: IconName; look: string; words: string }>

export type StepState = keyof typeof STATES

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="divide-y divide-border">{children}</ol>
}

type StepProps = { title: string; state: StepState; text?: string; children?: ReactNode }

/** A thing to do or that was checked, with its state as an icon and a word; `children` are its buttons. */
export function Step({ title, state, text, children }: StepProps) {
  const { icon, look, words } = STATES[state]
  return (
    <li className="grid grid-cols-[1.375rem_minmax(0,1fr)] gap-x-3.5 gap-y-2 px-5 py-3.5 max-md:px-4 md:grid-cols-[1.375rem_minmax(0,1fr)_auto] md:items-center">
      <Icon name={icon} className={classes('size-5.5 self-start', look)} />
      <div>
        <b className="font-semibold">{title}</b>
        <span className="sr-only">{`, ${words}`}</span>
        {text ? (
          <p
            className={classes(
              'text-small leading-snug wrap-anywhere',
              state === 'bad' ? 'font-book text-destructive-ink' : 'text-muted-foreground',
            )}
          >
            {text}
          </p>
        ) : null}
      </div>
      {children ? <div className="flex flex-wrap gap-2 max-md:col-start-2">{children}</div> : null}
    </li>
  )
}
