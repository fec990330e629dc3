// Runs as a process of its own (receive-proof.server.ts), so that what decodes a stranger's file holds no secrets, and its
// memory is given back. Reads the picture of the first argument and writes it as WebP without metadata.
import sharp from 'sharp'

const [file, side, pixels] = process.argv.slice(2)
const REFUSED = 3

// Nothing but these three formats is ever decoded, whatever the file begins with.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
sharp.concurrency(1)
sharp.cache(false)

try {
  const picture = sharp(file, { limitInputPixels: Number(pixels), sequentialRead: true })
  const { pages = 1 } = await picture.metadata()
  if (pages > 1) refuse('animated')
  const content = await picture
    .autoOrient()
    .resize({ width: Number(side), height: Number(side), fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
  process.stdout.write(content)
} catch (error) {
  refuse(/pixel limit|exceeds/i.test(String(error)) ? 'large' : 'broken')
}

function refuse(why) {
  process.stderr.write(why)
  process.exit(REFUSED)
}
