import { TextField } from '~/ui/field'
import type { Controls } from './editor-sections'
import { PictureField } from './picture-field'

export const MEDIA_CONTROLS: Controls<'media'> = {
  hero_image_url: PictureField,
  video_url: ({ draft }) => <TextField {...draft.control('video_url')} />,
}
