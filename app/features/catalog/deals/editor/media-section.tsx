import { useState } from 'react'
import { Artwork } from '~/ui/artwork'
import { TextField } from '~/ui/field'
import { imageSrc } from '~/ui/image-src'
import { Thumb } from '~/ui/thumb'
import type { Draft } from './deal-draft'
import type { Controls } from './editor-sections'

export const MEDIA_CONTROLS: Controls<'media'> = {
  hero_image_url: HeroImageField,
  video_url: ({ draft }) => <TextField {...draft.control('video_url')} />,
}

function HeroImageField({ draft }: { draft: Draft }) {
  const [image, setImage] = useState(draft.text('hero_image_url'))
  const shown = imageSrc(image)
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        hint="16:9 works best. Without one, the deal gets an engraved placeholder."
        {...draft.control('hero_image_url')}
        onBlur={({ currentTarget }) => setImage(currentTarget.value.trim())}
      />
      <figure>
        <Thumb shape="wide" key={shown}>
          <Artwork src={shown ?? null} seed={draft.text('slug') || draft.text('title')} title={draft.text('title')} />
        </Thumb>
        <figcaption className="text-caption leading-snug text-muted-foreground">
          {shown ? 'Preview' : 'Placeholder'}
        </figcaption>
      </figure>
    </div>
  )
}
