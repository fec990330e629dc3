import type { DiffLine } from '~/features/site/pages/page-difference.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { formatDate, formatTime } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { SaveButton } from '~/ui/save-button'
import { Difference } from './difference'

type PageConflictProps = { slug: string; author: string | null; created_at: string | Date | null; lines: DiffLine[] }

/** Both texts of a page that two people edited at the same time. */
export function PageConflict({ slug, author, created_at, lines }: PageConflictProps) {
  const moment = created_at && new Date(created_at)
  const saved = moment ? `${author ?? 'Someone'} saved it on ${formatDate(moment)}, ${formatTime(moment)} UTC. ` : ''
  return (
    <>
      <Notice
        tone="bad"
        title="Someone else changed this page while you were editing"
        text={`${saved}Nothing was overwritten: your text is still in the field below.`}
      />
      <Box aria-labelledby="difference">
        <BoxHead>
          <BoxTitle id="difference">Between the saved text and yours</BoxTitle>
          <span className="text-caption text-muted-foreground">− saved, + yours</span>
        </BoxHead>
        <BoxBody className="grid gap-5">
          <Difference lines={lines} removed="Saved: " added="Yours: " />
          <div className="flex flex-wrap gap-3">
            <SaveButton>Save mine as a new version</SaveButton>
            <ButtonLink to={`/admin/pages/${slug}`} reloadDocument tone="secondary">
              {`Take ${author ? `${author}’s` : 'theirs'} and drop mine`}
            </ButtonLink>
          </div>
        </BoxBody>
      </Box>
    </>
  )
}
