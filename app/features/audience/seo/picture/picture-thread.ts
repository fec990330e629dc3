// Runs in its own thread (deal-picture.server.ts), directly from this file, so its imports need file extensions.
import sharp from 'sharp'
import { drawPicture, type PictureTexts } from './drawing.ts'

/** Draws the preview picture of a deal as PNG. */
export default async function renderPng(texts: PictureTexts): Promise<Uint8Array> {
  return sharp(Buffer.from(await drawPicture(texts)))
    .png()
    .toBuffer()
}
