import { Icon } from '~/ui/icon'
import { formatBytes, type ProofFile, proofPath } from './proof'

/** The file of a proof: a picture, or a link that downloads the PDF. */
export function ProofPicture({ file }: { file: ProofFile }) {
  if (!file.has_content) return <p className="small muted">The file is deleted.</p>
  if (file.media_type === 'application/pdf') {
    return (
      <a className="proof-download" href={proofPath(file.id)} download>
        <Icon name="download" />
        <span>
          <b>
            <bdi>{file.file_name}</bdi>
          </b>
          <small>{`PDF, ${formatBytes(file.byte_length)}`}</small>
        </span>
      </a>
    )
  }
  return (
    <a className="proof-picture" href={proofPath(file.id)} target="_blank" rel="noopener">
      <img src={proofPath(file.id)} alt={`Proof of purchase: ${file.file_name}`} />
      <span>
        <Icon name="search" />
        Full size<span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  )
}
