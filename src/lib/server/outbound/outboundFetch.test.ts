import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthority } from '#stand-ins/authority.ts'
import { makeScratch } from '#test/support/tempDir.ts'
import { readValidation } from '../documents/validation.ts'
import { fetchOutside } from './fetchOutside.ts'
import { isPrivateAddress, publicOnly } from './outboundFetch.ts'

/** Paths requested on this machine, by IPv4 or IPv6. */
const reached: string[] = []
const local = createServer((request, response) => {
  reached.push(request.url!)
  if (request.url === '/moved') response.writeHead(302, { location: '/secret' })
  response.end('within')
})
let port: number

beforeAll(async () => {
  await new Promise<void>(done => local.listen({ port: 0, host: '::' }, done))
  port = (local.address() as AddressInfo).port
})
afterAll(() => void local.close())

const ask = (host: string, isPublicOnly: boolean) =>
  fetchOutside(`http://${host}:${port}/`, { isPublicOnly, patience: 2_000, largest: 1_000 })

const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
]

test.each(LOOPBACK)('%s is this machine, and is not reached for a stranger', async host => {
  reached.length = 0
  // Some resolvers do not know a name with a trailing dot.
  await expect(ask(host, true)).rejects.toThrow(
    host === 'localhost.' ? /指向内部网络的地址|ENOTFOUND/ : '指向内部网络的地址',
  )
  expect(reached).toEqual([])
})

test('the machine would have answered, and does where the address is of our own settings', async () => {
  for (const host of ['127.0.0.1', '0x7f.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])
    expect((await ask(host, false)).toString(), host).toBe('within')
})

test('no redirect is followed', async () => {
  reached.length = 0
  const moved = fetchOutside(`http://127.0.0.1:${port}/moved`, { patience: 2_000, largest: 1_000 })
  await expect(moved).rejects.toThrow('answered 302')
  expect(reached).toEqual(['/moved'])
})

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])(
  'an authority whose certificate names %s for its answers is not asked there',
  async host => {
    reached.length = 0
    const folder = await makeScratch('authority')
    const { chain } = openAuthority({ folder, origin: `http://${host}:${port}`, name: '外部' }).issue('签发人')
    expect(await readValidation(chain, { allowsInner: false })).toBeUndefined()
    expect(reached).toEqual([])
    await rm(folder, { recursive: true })
  },
)

test('what is within, reserved or translated to somewhere else is no host of the internet', () => {
  const closed = `
    10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.168.0.1 192.0.0.1 192.0.2.1 198.18.0.1
    198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1
    ::ffff:0:127.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::7f00:1 2002:7f00:1::
    2001:0:7f00:1::1 fd00::1 fc00::1 fe80::1 fec0::1 ff02::1 100::1 2001:db8::1 3fff::1 5f00::1`
  for (const address of closed.trim().split(/\s+/)) {
    expect(isPrivateAddress(address), address).toBe(true)
    const host = address.includes(':') ? `[${address}]` : address
    expect(() => publicOnly(`https://${host}/`), address).toThrow('指向内部网络的地址')
  }
  for (const address of ['203.119.1.1', '100.128.0.1', '172.32.0.1', '2400:3200::1', '2606:4700::1111'])
    expect(isPrivateAddress(address), address).toBe(false)
  expect(isPrivateAddress('::ffff:203.119.1.1')).toBe(false)
})

test('nothing but the web is asked', () => {
  for (const url of ['file:///etc/passwd', 'ftp://203.119.1.1/', 'data:text/plain,x'])
    expect(() => publicOnly(url), url).toThrow()
})
