import { expect, test } from 'vitest'
import { productKeys } from '~/features/catalog/products/product-key'
import { listManagedVendors } from '~/features/catalog/vendors/managed-vendors.server'
import { parseVendorSearch } from '~/features/catalog/vendors/vendor-search'
import { makeDeal } from '../factories'

const offerOf = (title: string, vendor_name: string) => {
  const cta_url = `https://${title.toLowerCase()}.example/`
  return makeDeal({ title, vendor_name, cta_url, ...productKeys({ title, vendor_name, cta_url }) })
}
const list = async (query: string) => listManagedVendors(parseVendorSearch(new URLSearchParams(query)))
const namesIn = async (query: string) => (await list(query)).vendors.map(({ name }) => name)

test('the list of vendors counts products and offers, and sorts by them and by name', async () => {
  await offerOf('Quillbox', 'quill Labs')
  await offerOf('Quillbox', 'Quill Labs, Inc')
  await offerOf('Inkwell', 'quill labs')
  await offerOf('Ebbtide', 'Ebb')
  expect((await list('')).vendors).toMatchObject([
    { name: 'Ebb', status: 'UNKNOWN', products: 1, offers: 1 },
    { name: 'quill Labs', status: 'UNKNOWN', products: 2, offers: 3 },
  ])
  expect(await namesIn('sort=name-desc')).toEqual(['quill Labs', 'Ebb'])
  expect(await namesIn('sort=products')).toEqual(['quill Labs', 'Ebb'])
  expect(await namesIn('sort=offers-asc')).toEqual(['Ebb', 'quill Labs'])
})

test('vendors are searched by a part of the name in any case, and wildcards are matched literally', async () => {
  await offerOf('Quillbox', 'Quill Labs')
  await offerOf('Ebbtide', 'Ebb 100%')
  expect(await namesIn('q=QUILL')).toEqual(['Quill Labs'])
  expect(await namesIn('q=0%25')).toEqual(['Ebb 100%'])
  expect(await list('q=nothing')).toEqual({ vendors: [], count: 0, pages: 0 })
})

test('a page of vendors holds 25 and says how many pages there are', async () => {
  for (let i = 10; i < 37; i++) await offerOf(`Tool${i}`, `Vendor ${i}`)
  const second = await list('page=2')
  expect(second).toMatchObject({ count: 27, pages: 2 })
  expect(second.vendors.map(({ name }) => name)).toEqual(['Vendor 35', 'Vendor 36'])
})
