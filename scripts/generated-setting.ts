/**
 * Sets a setting that the operator left out, for child processes. It is also named in GENERATED_SETTINGS, because what is
 * good enough for a trial is not for a public site.
 */
export function setGenerated(name: 'DATABASE_URL' | 'SESSION_SECRET', value: string) {
  if (process.env[name]) return
  process.env[name] = value
  process.env.GENERATED_SETTINGS = [process.env.GENERATED_SETTINGS, name].filter(Boolean).join(',')
}
