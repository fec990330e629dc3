import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { prepare } from '~/db/prepared.server'
import type { LinkProgram } from './link-program'

const activePrograms = prepare('active_link_programs', () =>
  db.selectFrom('link_programs').select(['id', 'template', 'host', 'platform_id']).where('is_active', '=', true),
)

/** The programs that compose links now. They are not cached, so that a paused program falls back at once. */
export const readActivePrograms = (): Promise<LinkProgram[]> => activePrograms({})

/** The same for pages, which say at each button whether its link earns. */
export const programsOfPages = memoizeByContentVersion(readActivePrograms)
