/** "512 MB", "4.2 GB": sizes of files, in powers of 1,000 as disks are sold. */
export function formatSize(bytes: number) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** The name of a task in words: `send_mails` is "send mails". */
export const taskName = (task: string) => task.replaceAll('_', ' ')
