import fs from 'node:fs'
import { LICENSES, listSubsets, makeSubset, PICTURE_FONTS } from './fonts/subsets'

// `npm run fonts` after a change to app/styles/fonts.css or an upgrade of a typeface: writes all font files.
for (const subset of listSubsets()) {
  const font = await makeSubset(subset)
  fs.writeFileSync(subset.path, font)
  console.log(`${subset.path}: ${font.length} bytes`)
}
for (const { path, source } of [...LICENSES, ...PICTURE_FONTS]) fs.copyFileSync(source, path)
