/** Why a page could not be fetched. */
export type FetchFailure =
  | 'name does not resolve'
  | 'TLS failure'
  /** Browsers mostly accept it: they fetch the certificate that the server should have sent along. */
  | 'incomplete certificate chain'
  | 'time-out'
  | 'no answer'
  /** An address that is not of the public web, or that contains a password or an error. */
  | 'refused address'
  | 'other scheme'
  | 'too many redirects'

export class FetchError extends Error {
  constructor(readonly failure: FetchFailure) {
    super(failure)
  }
}
