import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** A small server with the process error handlers; `/throw` and `/reject` fail outside any handler. */
const SITE = `
  const http = await import('node:http')
  const { handleProcessErrors } = await import('./app/edge/stop.server.ts')
  const server = http.createServer((request, response) => {
    if (request.url === '/throw') setTimeout(() => { throw new Error('In a timer, for ann@example.com') })
    if (request.url === '/reject') void Promise.reject(new Error('In a promise'))
    if (request.url === '/slow') setTimeout(() => response.end('done'), 700)
    else response.end('ok')
  })
  handleProcessErrors(() => server)
  server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port))
`

async function startSite() {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', SITE], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_ENV: 'production', SESSION_SECRET: 'c81d0b6f3e954a27b0d6e1f8a3c5927e40b1d2f3' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!/^port \d+$/m.test(said)) {
    if (child.exitCode !== null) throw new Error('The site did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const port = /^port (\d+)$/m.exec(said)![1]
  return { child, ended, said: () => said, get: (place: string) => fetch(`http://127.0.0.1:${port}${place}`) }
}

test('an uncaught exception is logged, running requests finish, and the process exits with 1', async () => {
  const site = await startSite()
  const slow = site.get('/slow').then((answer) => answer.text())
  await site.get('/throw')
  expect(await site.ended).toBe(1)
  expect(await slow).toBe('done')
  expect(site.said()).toMatch(/"level":"fatal".*In a timer, for \[mail\]/)
})

test('an unhandled rejection is logged and the process keeps running', async () => {
  const site = await startSite()
  await site.get('/reject')
  await expect.poll(site.said).toMatch(/"level":"error".*In a promise/)
  expect((await site.get('/')).status).toBe(200)
  site.child.kill('SIGKILL')
})
