import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { moveDemoImages } from '~/features/demo/demo-images.server'
import { makeDeal } from '../factories'

test('demo images move to a new SITE_URL, and other images stay', async () => {
  const demo = await makeDeal({ hero_image_url: 'http://localhost:9999/demo/quillstack.svg' })
  const other = await makeDeal({ hero_image_url: 'https://vendor.example/demo/picture.png' })

  await moveDemoImages()

  const urls = await db.selectFrom('deals').select(['id', 'hero_image_url']).execute()
  expect(new Map(urls.map(({ id, hero_image_url }) => [id, hero_image_url]))).toEqual(
    new Map([
      [demo.id, `${env.SITE_URL}/demo/quillstack.svg`],
      [other.id, 'https://vendor.example/demo/picture.png'],
    ]),
  )
})
