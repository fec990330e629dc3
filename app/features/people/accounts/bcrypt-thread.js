// Runs in a worker thread (passwords.server.ts), so that hashing does not block the event loop.
import bcrypt from 'bcryptjs'

export const hash = ({ password, cost }) => bcrypt.hashSync(password, cost)
export const compare = ({ password, hash }) => bcrypt.compareSync(password, hash)
