import type { LoaderFunctionArgs } from '@remix-run/node'
import { readOwnProofs } from '~/features/contributions/reviews/purchase-proofs.server'
import { requireUser } from '~/features/people/accounts/guards.server'
import { verifyBeforeDownload } from '~/features/people/accounts/reauthentication.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import { respondWithFile } from '~/http/files.server'

/** All data stored about the signed-in user as a JSON file. Suspended users may download theirs too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  await verifyBeforeDownload(request, '/account/settings')
  const type = 'application/json'
  return respondWithFile(request, { type, chunks: writeJson(user.id), saveAs: 'my-data.json', isPrivate: true })
}

/** One file of a proof at a time is in memory. */
async function* writeJson(userId: string) {
  const data = JSON.stringify(await exportPersonalData(userId), null, 2)
  yield data.slice(0, -'\n}'.length)
  yield ',\n  "proofs": ['
  let separator = '\n'
  for await (const proof of readOwnProofs(userId)) {
    yield separator + JSON.stringify(proof, null, 2)
    separator = ',\n'
  }
  yield ']\n}\n'
}
