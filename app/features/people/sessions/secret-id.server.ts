import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link; only the hash is stored. */
export const makeSecretId = () => randomBytes(32).toString('base64url')

export const hashSecretId = (id: string) => createHash('sha256').update(id).digest()
