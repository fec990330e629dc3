import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { shorten } from '~/ui/shorten'
import { SEO_SHOWN } from './seo'

type Texts = Partial<
  Record<'meta_title' | 'meta_description' | 'og_title' | 'og_description' | 'og_image_url', string | null>
>

/** Previews a search result and a shared link with the stored texts, or else the page's defaults. */
export function SeoPreview({ page, texts = {} }: { page: string; texts?: Texts }) {
  const title = texts.meta_title ?? 'The page’s default title'
  const description = texts.meta_description ?? 'The page’s default description.'
  return (
    <aside className="grid content-start gap-5" aria-label="Preview">
      <Box>
        <BoxHead>
          <BoxTitle>In search results</BoxTitle>
        </BoxHead>
        <BoxBody>
          <p className="text-caption leading-snug text-subtle-foreground break-all">{page}</p>
          <p className="font-semibold text-foreground link" dir="auto">
            {shorten(title, SEO_SHOWN.title)}
          </p>
          <p className="text-small text-muted-foreground" dir="auto">
            {shorten(description, SEO_SHOWN.description)}
          </p>
        </BoxBody>
      </Box>
      <Box>
        <BoxHead>
          <BoxTitle>When shared</BoxTitle>
        </BoxHead>
        <BoxBody>
          {texts.og_image_url ? (
            <p className="text-caption leading-snug text-subtle-foreground break-all">{texts.og_image_url}</p>
          ) : null}
          <p className="font-semibold text-foreground" dir="auto">
            {texts.og_title ?? title}
          </p>
          <p className="text-small text-muted-foreground" dir="auto">
            {texts.og_description ?? description}
          </p>
        </BoxBody>
      </Box>
    </aside>
  )
}
