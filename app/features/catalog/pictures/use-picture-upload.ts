import { type ChangeEvent, useState } from 'react'
import { PICTURE_MAX_BYTES, PICTURE_PROBLEMS, type StoredPicture } from './picture'

type Upload = { name: string; percent?: number; problem?: string }

const FAILED = 'Failed to upload the picture. Please check your connection and try again.'

/**
 * Uploads the picture of a file input when it is chosen. Without scripts the file is sent with the form, as is one that
 * failed on the way.
 */
export function usePictureUpload(onStored: (picture: StoredPicture) => void) {
  const [upload, setUpload] = useState<Upload>()

  function onChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    if (!file) return
    const { name } = file
    if (file.size > PICTURE_MAX_BYTES) {
      input.value = ''
      return setUpload({ name, problem: PICTURE_PROBLEMS.tooLarge })
    }
    // fetch cannot say how much of a body is sent.
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => setUpload({ name, percent: Math.floor((loaded * 100) / total) })
    request.onloadend = () => {
      const answer: Partial<StoredPicture> & { problem?: string } = request.response ?? {}
      if (answer.sha256 || answer.problem) input.value = ''
      setUpload(answer.sha256 ? undefined : { name, problem: answer.problem ?? FAILED })
      const { sha256, width, height } = answer
      if (sha256 && width && height) onStored({ sha256, width, height })
    }
    request.open('POST', '/admin/pictures')
    request.responseType = 'json'
    const form = new FormData()
    form.set('picture', file)
    request.send(form)
    setUpload({ name, percent: 0 })
  }
  return { upload, onChange }
}
