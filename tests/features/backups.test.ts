import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { env } from '~/env.server'
import { backUp, backupFolder, findLastBackup } from '~/features/site/operations/backups.server'

const { BACKUPS } = env
const task = { abortSignal: new AbortController().signal }
const names = () => fs.readdirSync(backupFolder()).sort()

afterEach(() => {
  env.BACKUPS = BACKUPS
  fs.rmSync(backupFolder(), { recursive: true, force: true })
})

test('the daily backup keeps seven and leaves other files alone', async () => {
  env.BACKUPS = true
  fs.mkdirSync(backupFolder(), { recursive: true })
  const earlier = Array.from({ length: 9 }, (_, i) => `lifetime-ledger-2026-01-0${i + 1}T024700Z.tar.gz`)
  const [own, part] = ['before-the-update.tar.gz', 'lifetime-ledger-2026-01-03T024700Z.tar.gz.4711.part']
  for (const name of [...earlier, own, part]) fs.writeFileSync(path.join(backupFolder(), name), 'older')

  const before = Date.now()
  await backUp(null, task)

  const last = await findLastBackup()
  expect(names()).toEqual([own, ...earlier.slice(3), last?.name])
  expect(last?.madeAt.getTime()).toBeGreaterThan(before - 1_001)
  expect(last?.bytes).toBe(fs.statSync(path.join(backupFolder(), last!.name)).size)
})

test('a failed daily backup is reported and leaves the older ones', async () => {
  env.BACKUPS = true
  fs.mkdirSync(backupFolder(), { recursive: true })
  const older = 'lifetime-ledger-2026-01-01T024700Z.tar.gz'
  fs.writeFileSync(path.join(backupFolder(), older), 'older')
  await expect(backUp(null, { abortSignal: AbortSignal.abort() })).rejects.toThrow()
  expect(names()).toEqual([older])
  expect(await findLastBackup()).toEqual({ name: older, madeAt: new Date('2026-01-01T02:47:00Z'), bytes: 5 })
})

test('no daily backup is made while they are turned off', async () => {
  env.BACKUPS = false
  await backUp(null, task)
  expect(await findLastBackup()).toBeUndefined()
})
