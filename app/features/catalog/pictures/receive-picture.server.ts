import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { setParsedForm } from '~/http/forms.server'
import { isMultipart, receiveForm, uploadPath } from '~/http/multipart.server'
import { PICTURE_MAX_BYTES, PICTURE_PROBLEMS, pictureSrc } from './picture'
import { type StoreResult, storePicture } from './store-picture.server'

/** The longest form, that of a deal, has a few hundred fields. */
const PARTS_MAX = 1_000

/**
 * Reads a form that may come with the file of a picture, and stores the picture. The fields are then read with
 * `readForm`, as those of any form.
 *
 * @param field gets the path of the picture as its value
 * @returns the picture, or why the file cannot be used; undefined without a file
 */
export async function receivePicture(request: Request, field?: string): Promise<StoreResult | undefined> {
  if (!isMultipart(request)) return undefined
  const path = uploadPath(`${randomUUID()}.picture`)
  try {
    const form = { name: 'picture', path, maxBytes: PICTURE_MAX_BYTES, partsMax: PARTS_MAX }
    const { fields, file } = await receiveForm(request, form)
    // Before the picture is stored, so that nothing entered is lost when that fails.
    setParsedForm(request, fields)
    if (!file) return undefined
    const stored = file.isTooLarge ? { problem: PICTURE_PROBLEMS.tooLarge } : await storePicture(path)
    if (field && 'sha256' in stored) fields.set(field, pictureSrc(stored.sha256, 1440))
    return stored
  } finally {
    await fs.promises.rm(path, { force: true })
  }
}
