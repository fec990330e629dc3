export const PROOF_MAX_MB = 5
export const PROOF_MAX_BYTES = PROOF_MAX_MB * 1024 * 1024
/** Pixels of the longer side of a stored picture. */
export const PROOF_MAX_SIDE = 1_600
export const PROOF_NAME_MAX = 100
/** After the decision. */
export const PROOF_DAYS = 30
export const PROOF_TYPES = 'PNG, JPEG, WebP or PDF'

/** What is known of the file that proves a purchase. */
export type ProofFile = {
  id: string
  file_name: string
  media_type: string
  byte_length: number
  /** False once it was deleted; for staff, already once it is decided. */
  has_content: boolean
}

export const proofPath = (id: string) => `/proofs/${id}`

/** "182 kB", "4.2 MB". */
export function formatBytes(bytes: number) {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** What a file says that is over the limit. */
export const tooLargeText = (name: string, bytes?: number) =>
  `${name} is ${bytes === undefined ? `over ${PROOF_MAX_MB} MB` : formatBytes(bytes)}. Choose a file up to ${PROOF_MAX_MB} MB.`
