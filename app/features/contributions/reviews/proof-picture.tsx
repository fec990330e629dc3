import { Icon } from '~/ui/icon'
import { formatBytes, type ProofFile, proofPath } from './proof'

/** The file of a proof for staff while it waits: a picture, or a link that downloads the PDF. */
export function ProofPicture({ file }: { file: ProofFile }) {
  if (!file.has_content)
    return <p className="text-small text-muted-foreground">The file is shown until the decision.</p>
  if (file.media_type === 'application/pdf') {
    return (
      <a
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-sm border border-border-strong px-4 py-3 no-underline wrap-anywhere hover:border-foreground"
        href={proofPath(file.id)}
        download
      >
        <Icon name="download" className="size-4" />
        <span>
          <b>
            <bdi>{file.file_name}</bdi>
          </b>
          <small className="block text-muted-foreground">{`PDF, ${formatBytes(file.byte_length)}`}</small>
        </span>
      </a>
    )
  }
  return (
    <a
      className="relative block max-w-md overflow-hidden rounded-sm border border-border-strong"
      href={proofPath(file.id)}
      target="_blank"
      rel="noopener"
    >
      <img
        className="max-h-96 w-full bg-muted object-contain"
        src={proofPath(file.id)}
        alt={`Proof of purchase: ${file.file_name}`}
      />
      <span className="absolute end-2 bottom-2 inline-flex items-center gap-1.5 rounded-xs bg-foreground px-2.5 py-1.5 text-caption font-semibold text-background">
        <Icon name="search" className="size-4" />
        Full size<span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  )
}
