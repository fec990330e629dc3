import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only its hash is ever stored. */
export const makeSecretId = () => randomBytes(32).toString('base64url')

export const hashSecretId = (id: string) => createHash('sha256').update(id).digest()
