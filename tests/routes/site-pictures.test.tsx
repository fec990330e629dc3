import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { organizationData } from '~/features/audience/seo/structured-data.server'
import { deleteUnusedPictures } from '~/features/catalog/pictures/unused-pictures.server'
import { Footer } from '~/layout/footer'
import { action } from '~/routes/admin.site/route'
import { applySiteSettings, site } from '~/site.server'
import { makeProfile } from '../factories'
import { picture } from '../picture-files'
import { renderPage } from '../render'
import { answer, cookieOf } from '../requests'

let admin: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  admin = await makeProfile({ role: 'ADMIN' })
})
afterEach(() => applySiteSettings({}))

/** Sends the form of a picture as a browser does, and renews the settings as the next request does. */
async function send(slot: string, file?: File) {
  const body = new FormData()
  body.append('intent', file ? 'upload-picture' : 'remove-picture')
  body.append('slot', slot)
  if (file) body.append('picture', file)
  const headers = { Cookie: await cookieOf(admin) }
  const request = new Request('http://localhost:3000/admin/site', { method: 'POST', headers, body })
  const response = await answer(action({ request, params: {}, context: {} }))
  await refreshSiteSettings()
  return response
}

const png = async (width: number, height: number, color?: string) =>
  new File([new Uint8Array(await picture(width, height, color).png().toBuffer())], 'logo.png')

const renderFooter = () => renderPage(null, { pattern: '/', path: '/', routes: [{ default: () => <Footer /> }] })

test('pages have the uploaded logo, dark ones the light logo until there is a dark one, and the original returns', async () => {
  expect(await renderFooter()).toContain('src="/logo-dark.svg"')
  expect(await send('logo_light_id', await png(924, 128))).toMatchObject({ status: 303 })
  const light = `src="/pictures/${site.logo_light!.sha256}-480.webp"`
  const withLight = await renderFooter()
  expect(withLight.split(light)).toHaveLength(3)
  expect(withLight).toContain('width="924" height="128"')
  await send('logo_dark_id', await png(924, 128, '#fff'))
  const withBoth = await renderFooter()
  expect(withBoth.split(light)).toHaveLength(2)
  expect(withBoth).toContain(`src="/pictures/${site.logo_dark!.sha256}-480.webp"`)

  await send('logo_light_id')
  expect(await renderFooter()).toContain('src="/logo-light.svg"')
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action']).execute()
  expect(entries).toEqual(Array(3).fill({ actor_id: admin.id, action: 'site.picture-changed' }))
})

test('an icon has to be square and large, and is that of structured data too', async () => {
  for (const file of [await png(512, 500), await png(300, 300)]) {
    expect(await send('icon_id', file)).toMatchObject({
      init: { status: 400 },
      data: { error: { icon_id: ['An icon must be square, at least 512 pixels wide.'] } },
    })
  }
  expect(organizationData()).toMatchObject({ logo: 'http://localhost:3000/apple-touch-icon.png' })
  await send('icon_id', await png(512, 512))
  expect(organizationData()).toMatchObject({ logo: `http://localhost:3000/pictures/${site.icon!.sha256}-480.webp` })
})

test.each<[string, () => File, string]>([
  ['an SVG', () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg'), 'An SVG cannot be used.'],
  ['a page named .png', () => new File(['<html></html>'], 'logo.png'), 'Not a picture we can read.'],
  ['10 MB and one byte', () => new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'logo.png'), 'Larger than 10 MB.'],
  ['no file', () => new File([], ''), 'Choose a picture first.'],
])('%s is refused as a logo with a sentence at its field', async (_, file, problem) => {
  expect(await send('logo_light_id', file())).toMatchObject({
    init: { status: 400 },
    data: { error: { logo_light_id: [problem] } },
  })
  expect(site.logo_light).toBeNull()
})

test('the pictures of the site count as used', async () => {
  await send('logo_light_id', await png(924, 128))
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await deleteUnusedPictures(inDays(0))
  await deleteUnusedPictures(inDays(31))
  expect(await db.selectFrom('pictures').select('sha256').execute()).toEqual([{ sha256: site.logo_light!.sha256 }])
})
