import fs from 'node:fs'
import path from 'node:path'
import { env } from '~/env.server'

const folder = path.resolve(env.DATA_DIR, 'mail')

/** Removes and returns the emails written to DATA_DIR, oldest first, with soft line breaks decoded. */
export function takeMails() {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => {
      const file = path.join(folder, name)
      const source = fs.readFileSync(file, 'utf8')
      fs.rmSync(file)
      return source.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
    })
}

export function tokenIn(mail: string | undefined) {
  return mail?.match(/\?token=([\w-]{43})/)?.[1] ?? ''
}
