// Runs as a process of its own with few rights (decode-picture.server.ts), so that what decodes a stranger's file holds
// no secrets, and its memory is given back. Writes a line of JSON and after it the WebP files without metadata, one for
// each box that shows more pixels than the one before.
import os from 'node:os'
import sharp from 'sharp'

const { file, pixels, boxes, quality, isStill } = JSON.parse(process.argv[2])
const REFUSED = 3

if (process.permission?.has('fs.write') !== false) throw new Error('Decodes only with the flags of permissionFlags')

// Pages are served first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

// Nothing but these formats is ever decoded, whatever the file begins with.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
sharp.concurrency(1)
sharp.cache(false)

try {
  // Of an animated picture this is the first frame.
  const picture = sharp(file, { limitInputPixels: pixels, sequentialRead: true })
  const { pages = 1, autoOrient } = await picture.metadata()
  if (pages > 1 && isStill) refuse('animated')
  const largest = picture.autoOrient().resize({ ...boxes.at(-1), fit: 'inside', withoutEnlargement: true })
  const { data, info } = await largest.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files = []
  for (const [index, box] of boxes.entries()) {
    if (index > 0 && boxes[index - 1].width >= autoOrient.width) break
    const resized = sharp(data, { raw }).resize({ ...box, fit: 'inside', withoutEnlargement: true })
    files.push(await resized.webp({ quality }).toBuffer())
  }
  const head = { width: autoOrient.width, height: autoOrient.height, bytes: files.map(({ length }) => length) }
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files]))
} catch (error) {
  refuse(/pixel limit|exceeds/i.test(String(error)) ? 'large' : 'broken')
}

function refuse(why) {
  process.stderr.write(why)
  process.exit(REFUSED)
}
