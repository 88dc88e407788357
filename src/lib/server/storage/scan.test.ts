import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../process/config.ts'
import { scan } from './scan.ts'

/** Speaks as clamd does: finds `EICAR` in what is streamed to it, and takes 1 MB at most. */
function answer(socket: Socket) {
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const file = unpack(received)
    if (file === 'too large') socket.end('INSTREAM size limit exceeded. ERROR\0')
    else if (file) socket.end(file.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
  })
}

function unpack(received: Buffer): Buffer | 'too large' | undefined {
  const command = 'zINSTREAM\0'
  expect(command.startsWith(received.toString('latin1', 0, command.length))).toBe(true)
  if (received.length > 1 << 20) return 'too large'
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
}

async function scanned(bytes: string | Buffer, clamd?: string) {
  const directory = await mkdtemp(join(tmpdir(), 'hangxie-scan-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'file')
  await writeFile(path, bytes)
  const log = { warn: () => {} } as never
  return scan({ config: readConfig({ CLAMD: clamd ?? (await scanner()) }), log }, path).then(
    () => 'passed',
    ({ code, message }) => `${code} ${message}`,
  )
}

async function scanner(reply = answer, at: object = { port: 0, host: '127.0.0.1' }) {
  const server = createServer(reply).listen(at)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const where = server.address() as AddressInfo | string
  return typeof where === 'string' ? where : `127.0.0.1:${where.port}`
}

test('a file in which nothing is found passes, by network and by socket', async () => {
  expect(await scanned('a'.repeat(300_000))).toBe('passed')
  const directory = await mkdtemp(join(tmpdir(), 'hangxie-scan-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  expect(await scanned('a', await scanner(answer, { path: join(directory, 'clamd.sock') }))).toBe('passed')
})

test('a virus is refused', async () => {
  expect(await scanned(`${'a'.repeat(100_000)}EICAR`)).toMatch(/^400 文件未通过病毒扫描/)
})

test('what cannot be scanned does not pass', async () => {
  expect(await scanned('a', '127.0.0.1:9')).toMatch(/^503 病毒扫描服务暂时不可用/)
  expect(await scanned('a', '/nowhere/clamd.sock')).toMatch(/^503/)
  expect(await scanned(Buffer.alloc(8 << 20))).toMatch(/^503/)
  expect(await scanned('a', await scanner(socket => socket.end()))).toMatch(/^503/)
})

test('without a scanner nothing is scanned', async () => {
  expect(await scanned('EICAR', '')).toBe('passed')
})
