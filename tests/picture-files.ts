import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const picture = (width: number, height: number, background = '#0b5f46') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A PNG that says how large it is, with very little data: decoded, it would fill the memory. */
export function bombPng(side: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  const parts = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]
  for (const [type, data] of [
    ['IHDR', header],
    ['IDAT', rows],
    ['IEND', Buffer.alloc(0)],
  ] as const) {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc(body))
    parts.push(length, body, checksum)
  }
  return Buffer.concat(parts)
}

function crc(data: Buffer) {
  let value = 0xffffffff
  for (const byte of data) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

/** Two frames, the first one black. */
export async function animatedPicture(format: 'webp' | 'gif') {
  const frames = await Promise.all(['#000', '#fff'].map((color) => picture(20, 20, color).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}
