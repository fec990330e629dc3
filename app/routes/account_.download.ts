import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/features/accounts/guards.server'
import { exportPersonalData } from '~/features/accounts/personal-data.server'

/** What is kept about the person who asks, as a file. Open to suspended people too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  return new Response(JSON.stringify(await exportPersonalData(user.id), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}
