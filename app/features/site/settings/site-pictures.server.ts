import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import type { StoreResult } from '~/features/catalog/pictures/store-picture.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { ICON_MIN, PICTURE_LABELS, PICTURE_SLOTS, type PictureSlot } from './site-settings'

/** The form of one picture: its file, or `remove-picture` for that of the program. */
export const pictureForm = z.object({
  intent: z.enum(['upload-picture', 'remove-picture']),
  slot: z.enum(PICTURE_SLOTS),
})

/** Why a picture cannot be used; undefined if it can. */
export function findPictureProblem(slot: PictureSlot, stored: StoreResult | undefined) {
  if (!stored) return 'Choose a picture first.'
  if ('problem' in stored) return stored.problem
  const isIcon = stored.width === stored.height && stored.width >= ICON_MIN
  return slot === 'icon_id' && !isIcon ? `An icon must be square, at least ${ICON_MIN} pixels wide.` : undefined
}

/** The stored pictures; null for those of the program. */
export async function findSitePictures(executor = db) {
  const row = await executor.selectFrom('site_settings').select(PICTURE_SLOTS).executeTakeFirst()
  return row ?? { logo_light_id: null, logo_dark_id: null, icon_id: null }
}

/** Sets a picture of the site, or with null returns to that of the program. */
export async function setSitePicture(actor: string, slot: PictureSlot, picture: { id: string; sha256: string } | null) {
  await inTransaction(async (trx) => {
    await sql`lock table site_settings in share row exclusive mode`.execute(trx)
    const row = { ...(await findSitePictures(trx)), [slot]: picture?.id ?? null }
    await trx
      .insertInto('site_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    const detail = { name: PICTURE_LABELS[slot], picture: picture?.sha256 ?? null }
    await recordAudit({ actor, action: 'site.picture-changed', entity: 'site', id: 'site', detail }, trx)
  })
}
