// Runs in its own thread (deal-picture.server.ts), directly from this file, so its imports need file extensions.
import { Resvg } from '@resvg/resvg-js'
import { drawPicture, type PictureTexts } from './drawing.ts'

/** Draws the preview picture of a deal as PNG. */
export default async function renderPng(texts: PictureTexts): Promise<Uint8Array> {
  const image = new Resvg(await drawPicture(texts), { font: { loadSystemFonts: false } }).render()
  return image.asPng()
}
