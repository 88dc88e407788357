import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSm2, makeSm2Key, signSm2, sm3, verifySm2 } from './sm2.ts'

let folder: string
let pem: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sm2-'))
  pem = await makeSm2Key()
  await writeFile(join(folder, 'key'), pem)
  await writeFile(join(folder, 'public'), publicOf(pem).export({ format: 'pem', type: 'spki' }))
  await writeFile(join(folder, 'text'), '全国演示协会')
})
afterAll(() => rm(folder, { recursive: true }))

const publicOf = (key: string) => createPublicKey(createPrivateKey(key))
const at = (name: string) => join(folder, name)
const openssl = (...words: string[]) => execFileSync('openssl', words, { encoding: 'utf8', stdio: 'pipe' })
const bySm2 = (identifier: string) => [
  '-in',
  at('text'),
  '-rawin',
  '-digest',
  'sm3',
  '-pkeyopt',
  `distid:${identifier}`,
]

test('the example of the standard is verified, and is not with a letter more', () => {
  const point =
    '09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13'
  const der = Buffer.from(`3059301306072a8648ce3d020106082a811ccf5501822d03420004${point}`, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const [r, s] = [
    'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3',
    'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
  ]
  const signature = Buffer.from(`3046022100${r}022100${s}`, 'hex')
  expect(verifySm2(Buffer.from('message digest'), key, signature)).toBe(true)
  expect(verifySm2(Buffer.from('message digests'), key, signature)).toBe(false)
  expect(sm3(Buffer.from('abc')).toString('hex')).toBe(
    '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0',
  )
})

test('openssl verifies what we sign, by the identifier of the standard and by no other', async () => {
  await writeFile(at('ours'), signSm2(await readFile(at('text')), createPrivateKey(pem)))
  const verify = (identifier: string) =>
    openssl('pkeyutl', '-verify', '-pubin', '-inkey', at('public'), '-sigfile', at('ours'), ...bySm2(identifier))
  expect(verify('1234567812345678')).toContain('Verified Successfully')
  expect(() => verify('somebody')).toThrow()
})

test('we verify what openssl signs, and not for other bytes or by another key', async () => {
  openssl('pkeyutl', '-sign', '-inkey', at('key'), '-out', at('theirs'), ...bySm2('1234567812345678'))
  const [bytes, signature] = [await readFile(at('text')), await readFile(at('theirs'))]
  expect(verifySm2(bytes, publicOf(pem), signature)).toBe(true)
  expect(verifySm2(Buffer.from('x'), publicOf(pem), signature)).toBe(false)
  expect(verifySm2(bytes, publicOf(await makeSm2Key()), signature)).toBe(false)
  expect(verifySm2(bytes, publicOf(pem), Buffer.from('no signature'))).toBe(false)
})

test('a key of another curve is none, and signs nothing', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect([isSm2(privateKey), isSm2(publicKey), isSm2(createPrivateKey(pem))]).toEqual([false, false, true])
  expect(() => signSm2(Buffer.from('x'), privateKey)).toThrow('no key of SM2')
})
