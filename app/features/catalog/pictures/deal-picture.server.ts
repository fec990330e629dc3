import { sql } from 'kysely'
import type { ShownPicture } from './picture'

/**
 * The picture of `deals`: the stored one, or a file of the program. Null shows the engraving, also until it is fetched.
 */
export const dealPicture = sql<ShownPicture | null>`coalesce(
  (select jsonb_build_object('sha256', sha256, 'width', width, 'height', height) from pictures
    where pictures.id = deals.picture_id),
  case when deals.hero_image_url like '/%' and deals.hero_image_url not like '/pictures/%'
    then jsonb_build_object('path', deals.hero_image_url) end)`
