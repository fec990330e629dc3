import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { parseUserSearch, usersPath } from '~/features/people/accounts/user-search'
import { iterateUsers } from '~/features/people/accounts/users.server'
import { recordExport } from '~/features/people/audit/audit.server'
import { respondWithFile, writeCsv } from '~/http/files.server'

const COLUMNS = ['id', 'name', 'email', 'role', 'status', 'karma', 'created_at', 'confirmed_at']

/** The list of users with its filters as a CSV file, all pages of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request)
  const search = parseUserSearch(new URL(request.url).searchParams)
  await requireRecentPassword(request, usersPath(search))
  await recordExport(request, admin.id, 'users.exported')
  const day = new Date().toISOString().slice(0, 10)
  const chunks = writeCsv(COLUMNS, readRows(search))
  return respondWithFile(request, { type: 'text/csv', chunks, saveAs: `users-${day}.csv`, isPrivate: true })
}

async function* readRows(search: Parameters<typeof iterateUsers>[0]) {
  for await (const people of iterateUsers(search)) {
    yield people.map((person) => ({
      ...person,
      created_at: person.created_at.toISOString(),
      confirmed_at: person.confirmed_at?.toISOString(),
    }))
  }
}
