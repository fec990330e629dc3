import { NOTE_MAX } from '~/features/contributions/decisions/rejection-reasons'
import { formatBytes, type ProofFile, proofPath } from '~/features/contributions/reviews/proof'
import { errorsOf, submittedValue } from '~/http/forms'
import { TextArea } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { APPROVE_FORM } from './decision-forms'
import type { ItemDetail } from './queue-item.server'
import type { DecisionResult } from './queue-types'

/** The file: a picture in sight, a PDF to be saved. */
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

const CHOICES = [
  ['checked', 'Purchase checked'],
  ['refused', 'Not enough'],
  ['later', 'Decide later'],
] as const

type ProofBesideProps = { proof: NonNullable<ItemDetail['proofBeside']>; result: DecisionResult; isOpen: boolean }

/** The proof beside a review. What is chosen here is sent with the approval of the review. */
export function ProofBeside({ proof, result, isOpen }: ProofBesideProps) {
  const chosen = submittedValue(result, 'proof') ?? 'later'
  return (
    <section className="proof-beside" aria-labelledby="proof">
      <h3 id="proof">Proof of purchase</h3>
      <ProofPicture file={proof} />
      {isOpen ? (
        <>
          <input type="hidden" form={APPROVE_FORM} name="proofItem" value={`${proof.id}.${proof.version}`} />
          <fieldset className="radios">
            <legend className="sr-only">What the proof shows</legend>
            {CHOICES.map(([value, label]) => (
              <label className="radio" key={value}>
                <input type="radio" form={APPROVE_FORM} name="proof" value={value} defaultChecked={value === chosen} />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          <TextArea
            id="proofNote"
            name="proofNote"
            form={APPROVE_FORM}
            label="Why it is not enough"
            aside={<span className="field__hint">only then</span>}
            rows={2}
            maxLength={NOTE_MAX}
            hint="Decided together with the approval. The file is deleted 30 days later."
            defaultValue={submittedValue(result, 'proofNote')}
            errors={errorsOf(result, 'proofNote')}
          />
        </>
      ) : null}
    </section>
  )
}
