import { Link } from '@remix-run/react'
import type { Kind } from '~/features/moderation/queue'
import { Count } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { SCREENS } from '../admin/screens'

export function Tiles({ pending }: { pending: Record<Kind, number> }) {
  return (
    <div className="tiles">
      {SCREENS.map(({ to, label, icon, does, queue }) => (
        <Link key={to} className="tile" to={to} discover="none">
          <Icon name={icon} />
          <div>
            <b>{label}</b>
            <p>{does}</p>
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
