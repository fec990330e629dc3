import type { ReactNode } from 'react'
import { GiltRule } from '~/ui/cover'
import { Icon, type IconName } from '~/ui/icon'
import { NotFoundArt } from '~/ui/not-found-art'

const BENEFITS: { icon: IconName; text: string }[] = [
  { icon: 'bookmark', text: 'Bookmark deals before they end' },
  { icon: 'star', text: 'Review what you bought' },
  { icon: 'badge-check', text: 'Report changes and see them verified' },
]

/** The look of the forms in the frame. */
export const AUTH_FORM = 'mt-7 grid gap-4.5'

/** A form about signing in, beside what an account is good for. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid flex-1 lg:grid-cols-2" data-fills-page="">
      <div className="grid grid-cols-[minmax(0,25rem)] place-content-center px-gutter py-8 md:py-10 xl:py-18">
        <div>
          <h1 className="text-h2">{title}</h1>
          {children}
        </div>
      </div>
      <aside
        className="relative hidden content-center overflow-hidden bg-cover px-10 py-16 text-cover-foreground lg:grid xl:px-18 print:hidden"
        aria-label="Benefits of an account"
      >
        <NotFoundArt motif="panel" />
        <div className="relative grid max-w-108 justify-items-start gap-6">
          <GiltRule />
          <h2 className="text-figure-lg">Your side of the ledger.</h2>
          <ul className="grid w-full">
            {BENEFITS.map(({ icon, text }) => (
              <li key={icon} className="flex items-center gap-3.5 border-t border-cover-line py-3.5">
                <Icon name={icon} className="text-gilt" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}

/** Other ways on, below the form. */
export function AuthAlternatives({ children }: { children: ReactNode }) {
  return <p className="mt-6 border-t border-border pt-5 text-control text-muted-foreground">{children}</p>
}
