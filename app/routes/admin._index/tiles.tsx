import { Link } from '@remix-run/react'
import type { Kind } from '~/features/moderation/queue'
import { STAFF_SCREENS } from '~/features/moderation/staff-screens'
import { Count } from '~/ui/badge'
import { Icon } from '~/ui/icon'

export function Tiles({ pending }: { pending: Record<Kind, number> }) {
  return (
    <div className="tiles">
      {STAFF_SCREENS.map(({ to, label, icon, description, queue }) => (
        <Link key={to} className="tile" to={to} discover="none">
          <Icon name={icon} />
          <div>
            <b>{label}</b>
            <p>{description}</p>
          </div>
          {queue && pending[queue] > 0 ? (
            <Count value={pending[queue]} due>
              {' pending'}
            </Count>
          ) : (
            <Icon name="chevron-right" />
          )}
        </Link>
      ))}
    </div>
  )
}
