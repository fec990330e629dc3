import { useState } from 'react'
import { Artwork } from '~/ui/artwork'
import { TextField } from '~/ui/field'
import { outsideUrl } from '~/ui/outside-url'
import type { Draft } from './deal-draft'
import { Section } from './editor-sections'

export function MediaSection({ draft }: { draft: Draft }) {
  const [image, setImage] = useState(draft.text('hero_image_url'))
  const shown = outsideUrl(image)
  return (
    <Section title="Links and media">
      <TextField label="CTA URL" type="url" required placeholder="https://" {...draft.control('cta_url')} />
      <div className="preview">
        <TextField
          label="Hero image URL"
          optional
          type="url"
          placeholder="https://"
          hint="16:9 works best. Without one, the deal gets an engraved placeholder."
          {...draft.control('hero_image_url')}
          onBlur={({ currentTarget }) => setImage(currentTarget.value.trim())}
        />
        <figure>
          <span className="thumb" key={shown}>
            <Artwork src={shown ?? null} seed={draft.text('slug') || draft.text('title')} title={draft.text('title')} />
          </span>
          <figcaption className="caption muted">{shown ? 'Preview' : 'Placeholder'}</figcaption>
        </figure>
      </div>
      <TextField label="Video URL" optional type="url" placeholder="https://" {...draft.control('video_url')} />
    </Section>
  )
}
