import { Artwork } from '~/ui/artwork'
import { shorten } from '~/ui/shorten'
import { SEO_SHOWN } from './seo'

type Words = Partial<
  Record<'meta_title' | 'meta_description' | 'og_title' | 'og_description' | 'og_image_url', string | null>
>

/** How what is stored reads in a list of results and under a shared link; the page's own words fill the gaps. */
export function SeoPreview({ page, words = {} }: { page: string; words?: Words }) {
  const title = words.meta_title ?? 'The page’s default title'
  const description = words.meta_description ?? 'The page’s default description.'
  return (
    <aside className="form-layout__side stack" aria-label="Preview">
      <section className="box">
        <div className="box__head">
          <h2>In search results</h2>
        </div>
        <div className="box__body">
          <p className="caption subtle break-all">{page}</p>
          <p className="strong link" dir="auto">
            {shorten(title, SEO_SHOWN.title)}
          </p>
          <p className="small muted" dir="auto">
            {shorten(description, SEO_SHOWN.description)}
          </p>
        </div>
      </section>
      <section className="box">
        <div className="box__head">
          <h2>When shared</h2>
        </div>
        <div className="box__body">
          {words.og_image_url ? (
            <div className="thumb">
              <Artwork src={words.og_image_url} seed={page} title={title} />
            </div>
          ) : null}
          <p className="strong" dir="auto">
            {words.og_title ?? title}
          </p>
          <p className="small muted" dir="auto">
            {words.og_description ?? description}
          </p>
        </div>
      </section>
    </aside>
  )
}
