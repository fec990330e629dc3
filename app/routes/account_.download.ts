import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/features/accounts/guards.server'
import { exportPersonalData } from '~/features/accounts/personal-data.server'
import { respondWithFile } from '~/http/file-response.server'

/** All data stored about the signed-in user as a JSON file. Suspended users may download theirs too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const chunks = [JSON.stringify(await exportPersonalData(user.id), null, 2)]
  return respondWithFile(request, { type: 'application/json', chunks, saveAs: 'my-data.json', isPrivate: true })
}
