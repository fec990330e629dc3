import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

/** The settings are read when their module loads. */
async function readEnv(given: Record<string, string>) {
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  vi.resetModules()
  return (await import('~/env.server')).env
}

test('BCRYPT_COST is 10 by default', async () => {
  expect((await readEnv({ BCRYPT_COST: '' })).BCRYPT_COST).toBe(10)
  expect((await readEnv({ BCRYPT_COST: '12' })).BCRYPT_COST).toBe(12)
})

test.each(['3', '17', 'ten', '-4', '10.5'])('BCRYPT_COST=%s is rejected', async (cost) => {
  await expect(readEnv({ BCRYPT_COST: cost })).rejects.toThrow(/BCRYPT_COST: must be/)
})
