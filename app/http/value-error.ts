/** Why a submitted value is not accepted, in words that follow the label of the field. */
export class ValueError {
  constructor(readonly words: string) {}
}

/** Turns a submitted value, trimmed and not empty, into the stored one. */
export type Parser<Value = string> = (submitted: string) => Value | ValueError
