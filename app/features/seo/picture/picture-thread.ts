// Runs in a thread of its own (deal-picture.server.ts), straight from this file: what it imports carries its ending.
import { Resvg } from '@resvg/resvg-js'
import { drawPicture, type PictureWords } from './drawing.ts'

export default function paint(words: PictureWords): Uint8Array {
  const image = new Resvg(drawPicture(words), { font: { loadSystemFonts: false } }).render()
  return image.asPng()
}
