import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'

const STORED = /^\/pictures\/([0-9a-f]{64})-(?:480|960|1440)\.webp$/
const DEMO = /^\/demo\/[a-z0-9-]+\.svg$/

/** Of the field in the form and in a file. */
export const NO_OWN_PICTURE = 'Hero image URL must be a full web address, or the path of a picture of this site.'

/**
 * Those of the addresses that are paths of this site, but neither of a stored picture nor of one of the demo content.
 */
export async function listMissingPictures(addresses: (string | null)[], executor: Executor = db): Promise<Set<string>> {
  const paths = addresses.flatMap((address) => (address?.startsWith('/') ? address : []))
  const hashOf = (picture: string) => STORED.exec(picture)?.[1]
  const hashes = paths.flatMap((picture) => hashOf(picture) ?? [])
  const rows =
    hashes.length > 0
      ? await executor
          .selectFrom('pictures')
          .select('sha256')
          .where('sha256', '=', sql<string>`any(${hashes}::text[])`)
          .execute()
      : []
  const stored = new Set(rows.map(({ sha256 }) => sha256))
  return new Set(paths.filter((picture) => !stored.has(hashOf(picture) ?? '') && !isOfDemo(picture)))
}

const isOfDemo = (picture: string) => DEMO.test(picture) && fs.existsSync(path.join('public', picture))
