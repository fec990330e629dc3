import { Link } from '@remix-run/react'
import { useCurrentUser } from '~/features/accounts/current-user'
import { staffScreensOf } from '~/features/moderation/staff-screens'
import { Icon } from '~/ui/icon'

export function GoTo() {
  return (
    <section className="box" aria-labelledby="go-to">
      <div className="box__head">
        <h2 id="go-to">Go to</h2>
      </div>
      <ul className="go-to">
        {staffScreensOf(useCurrentUser()?.role).map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} discover="none">
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
