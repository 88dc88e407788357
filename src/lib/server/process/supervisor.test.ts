import { spawn } from 'node:child_process'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#test/support/site.ts'
import { makeScratch } from '#test/support/tempDir.ts'
import { readSupervisor } from './config.ts'
import { makeSupervisor } from './supervisor.ts'

/** Replaces systemd-notify and records its arguments. */
async function standIn() {
  const folder = await makeScratch('notify')
  const told = join(folder, 'told')
  const program = join(folder, 'systemd-notify')
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${told}\n`)
  await chmod(program, 0o700)
  const before = process.env.PATH
  process.env.PATH = `${folder}:${before}`
  onTestFinished(async () => {
    process.env.PATH = before
    await rm(folder, { recursive: true })
  })
  return async () => (await readFile(told, 'utf8').catch(() => '')).trim().split('\n')
}

test('systemd is told that we are ready, alive again and again, and stopping', async () => {
  const told = await standIn()
  const of = readSupervisor({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '90000' })
  const supervisor = makeSupervisor(of, () => {})
  await supervisor.ready()
  expect(await told()).toEqual(['READY=1 WATCHDOG=1'])
  await until(async () => (await told()).filter(line => line === 'WATCHDOG=1').length >= 3)
  await supervisor.stopping()
  await supervisor.rest()
  expect(await told()).toContain('STOPPING=1')
})

test('without systemd nobody is told, and a program that is missing is one sentence', async () => {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await makeSupervisor(readSupervisor({}), say).ready()
  expect(said).toEqual([])
  const before = process.env.PATH
  process.env.PATH = '/nowhere'
  onTestFinished(() => void Object.assign(process.env, { PATH: before }))
  await makeSupervisor(readSupervisor({ NOTIFY_SOCKET: '/x' }), say).stopping()
  expect(said).toEqual([expect.stringMatching(/^无法运行 systemd-notify/)])
})

test('the check of the container needs no Node: it is well where /readyz answers 200, and only there', async () => {
  const [, command] = (await readFile('Dockerfile', 'utf8')).match(/^ {2}CMD \["bash", "-c", (".*")\]$/m)!
  let status = 200
  const server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? status : 404).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const check = () =>
    new Promise<number | null>(resolve => {
      const env = { PATH: process.env.PATH, PORT: String(port) }
      spawn('bash', ['-c', JSON.parse(command!)], { env, stdio: 'ignore' }).once('close', resolve)
    })
  expect(await check()).toBe(0)
  status = 503
  expect(await check()).not.toBe(0)
  server.close()
  server.closeAllConnections()
  expect(await check()).not.toBe(0)
})
