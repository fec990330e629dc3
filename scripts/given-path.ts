import path from 'node:path'

/** Resolves a path against the folder where npm was started, because npm changes to the project's folder. */
export function fromHere(file: string) {
  return path.resolve(process.env.INIT_CWD ?? '', file)
}
