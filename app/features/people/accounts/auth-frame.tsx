import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'
import { NotFoundArt } from '~/ui/not-found-art'

/** A form about signing in, beside what an account is good for. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="auth">
      <div className="auth__form">
        <div>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
      <aside className="auth__panel" aria-label="Benefits of an account">
        <NotFoundArt motif="panel" />
        <div className="auth__quote">
          <div className="gilt-rule" />
          <h2>Your side of the ledger.</h2>
          <ul>
            <li>
              <Icon name="bookmark" />
              Bookmark deals before they end
            </li>
            <li>
              <Icon name="star" />
              Review what you bought
            </li>
            <li>
              <Icon name="badge-check" />
              Report changes and see them verified
            </li>
          </ul>
        </div>
      </aside>
    </div>
  )
}
