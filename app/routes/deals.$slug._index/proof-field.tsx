import { useState } from 'react'
import type { OwnProof } from '~/features/contributions/reviews/own-review.server'
import {
  formatBytes,
  PROOF_DAYS,
  PROOF_MAX_BYTES,
  PROOF_MAX_MB,
  PROOF_TYPES,
  tooLargeText,
} from '~/features/contributions/reviews/proof'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { FIELD, FieldError, FieldErrors, FieldHint, LABEL, Optional } from '~/ui/field'
import { FileInput } from '~/ui/file-input'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'

/** The form that removes the file. It is beside the review form, to which this field belongs. */
export const REMOVE_PROOF_FORM = 'remove-proof'

type ProofFieldProps = { result: FormResult; own: OwnProof | undefined }

export function ProofField({ result, own }: ProofFieldProps) {
  const [tooLarge, setTooLarge] = useState<string>()
  const errors = tooLarge ? [tooLarge] : errorsOf(result, 'proof')
  const lost = submittedValue(result, 'proof_name')
  const isChecked = own?.status === 'APPROVED'
  return (
    <div className={FIELD}>
      <label className={LABEL} htmlFor="review-proof">
        Proof of purchase
        <Optional />
      </label>
      {own ? <KeptProof own={own} /> : null}
      {isChecked ? null : (
        <>
          <div
            className={classes(
              'grid gap-3 rounded-sm border border-dashed px-4 py-3.5',
              errors ? 'border-destructive' : 'border-border-strong',
            )}
          >
            <p className="grid gap-0.5">
              <b className="text-small font-semibold">
                {own ? 'Another receipt or order page' : 'Receipt or order page'}
              </b>
              <span className="text-small text-muted-foreground" id="review-proof-hint">
                {`${PROOF_TYPES} up to ${PROOF_MAX_MB} MB. Cover card numbers and addresses first.`}
              </span>
            </p>
            <FileInput
              id="review-proof"
              name="proof"
              accept="image/png,image/jpeg,image/webp,application/pdf"
              aria-invalid={errors ? true : undefined}
              aria-describedby={errors ? 'review-proof-error review-proof-hint' : 'review-proof-hint'}
              onChange={({ currentTarget: input }) => {
                const file = input.files?.[0]
                const isOver = file !== undefined && file.size > PROOF_MAX_BYTES
                setTooLarge(isOver ? tooLargeText(file.name, file.size) : undefined)
                if (isOver) input.value = ''
              }}
            />
          </div>
          {lost && !errors ? (
            <FieldError className="not-noscript:hidden">
              <bdi>{lost}</bdi> was not kept. Choose the file again.
            </FieldError>
          ) : null}
        </>
      )}
      <FieldErrors id="review-proof" errors={errors} />
      <FieldHint>{`Only staff see it. It is deleted ${PROOF_DAYS} days after they decide, and with your account.`}</FieldHint>
    </div>
  )
}

/** The file that was sent before, and its status. */
function KeptProof({ own }: { own: OwnProof }) {
  const { file_name, byte_length, status, moderation_reason, moderated_at, has_content } = own
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 rounded-sm bg-muted px-4 py-3 wrap-anywhere">
      <Icon name="receipt" className="mt-0.5 size-4.5" />
      <div>
        <b className="me-2.5 text-small font-semibold">
          <bdi>{file_name}</bdi>
        </b>
        <span className="text-small text-muted-foreground whitespace-nowrap">
          {has_content ? formatBytes(byte_length) : 'The file is deleted.'}
        </span>
        <p className="text-small">
          {status === 'APPROVED' ? `Purchase checked, ${formatDate(moderated_at!)}.` : null}
          {status === 'PENDING' ? 'A moderator will look at it.' : null}
          {status === 'REJECTED' ? (
            <>
              {'Not enough: '}
              <q dir="auto">{moderation_reason}</q>
            </>
          ) : null}
        </p>
      </div>
      {has_content ? (
        <Button tone="ghost" size="sm" form={REMOVE_PROOF_FORM}>
          Remove<span className="sr-only"> {file_name}</span>
        </Button>
      ) : null}
    </div>
  )
}
