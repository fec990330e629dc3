import type { findStoredText } from '~/features/site/pages/manage-pages.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { formatDate, formatTime } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { SaveButton } from '~/ui/save-button'

type PageConflictProps = { slug: string } & Awaited<ReturnType<typeof findStoredText>>

/** What someone else saved while the same page was edited. */
export function PageConflict({ slug, author, saved_at, text }: PageConflictProps) {
  const moment = saved_at && new Date(saved_at)
  const saved = moment ? `${author ?? 'Someone'} saved it on ${formatDate(moment)}, ${formatTime(moment)} UTC. ` : ''
  return (
    <>
      <Notice
        tone="bad"
        title="Someone else changed this page while you were editing"
        text={`${saved}Nothing was overwritten: your text is still in the field below.`}
      />
      <Box aria-labelledby="stored">
        <BoxHead>
          <BoxTitle id="stored">The saved text</BoxTitle>
        </BoxHead>
        <BoxBody className="grid gap-5">
          <p dir="auto" className="wrap-anywhere max-h-96 overflow-y-auto whitespace-pre-wrap text-small">
            {text}
          </p>
          <div className="flex flex-wrap gap-3">
            <SaveButton>Replace it with mine</SaveButton>
            <ButtonLink to={`/admin/pages/${slug}`} reloadDocument tone="secondary">
              {`Take ${author ? `${author}’s` : 'theirs'} and drop mine`}
            </ButtonLink>
          </div>
        </BoxBody>
      </Box>
    </>
  )
}
