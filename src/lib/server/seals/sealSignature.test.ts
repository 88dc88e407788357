import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sequence } from 'asn1js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bits, expectBlock, octets, oid, rawOf, readDer, sequence } from './der.ts'
import { allowsSigner, makeSeal, readSeal } from './electronicSeal.ts'
import { readSealValue, sealDocument, writeSealValue } from './sealSignature.ts'
import { SM2_WITH_SM3, signSm2, sm3 } from './sm2.ts'
import { makeSm2Pems, openSm2Key, readGivenSm2Key, type Sm2Key } from './sm2Key.ts'

const now = new Date('2026-11-26T08:00:00Z')
const document = Buffer.from('%PDF-1.7 证书')
const stamp = Buffer.from('a token')
const property = 'http://site.test/admin/verify?token=abc'

let folder: string
let maker: Sm2Key
let signer: Sm2Key
let seal: Buffer
let value: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seal-'))
  maker = openSm2Key(await makeSm2Pems('全国演示协会 制章', now))
  signer = openSm2Key(await makeSm2Pems('全国演示协会', now, maker))
  seal = makeSeal(
    {
      id: 'f3a2',
      name: '全国演示协会',
      certificates: [signer.chain[0]!],
      madeAt: now,
      validTo: signer.chain[0]!.validToDate,
      picture: { type: 'PNG', bytes: Buffer.alloc(400, 7), width: 42, height: 42 },
    },
    maker,
  )
  value = writeSealValue({ ...sealDocument({ seal, at: now, digest: sm3(document), property }, signer), stamp })
})
afterAll(() => rm(folder, { recursive: true }))

const openssl = (...words: string[]) => execFileSync('openssl', words, { encoding: 'utf8', stdio: 'pipe' })
async function inFile(name: string, content: Buffer | string) {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Verifies a signature with openssl, which knows nothing of seals. */
async function verifiedByOpenssl(bytes: Buffer, by: Sm2Key, signature: Buffer) {
  const key = by.chain[0]!.publicKey.export({ format: 'pem', type: 'spki' })
  const files = [
    await inFile('public', key as string),
    await inFile('signed', bytes),
    await inFile('signature', signature),
  ] as const
  const asked = ['-pubin', '-inkey', files[0], '-in', files[1], '-sigfile', files[2]]
  return openssl('pkeyutl', '-verify', '-rawin', '-digest', 'sm3', '-pkeyopt', 'distid:1234567812345678', ...asked)
}

const membersIn = (bytes: Buffer) => expectBlock(Sequence, readDer(bytes)).valueBlock.value

describe('the value of a seal', () => {
  test('says what was sealed with it, when, by whom', () => {
    const read = readSealValue(value)
    expect(read).toMatchObject({ isSigned: true, at: now, property, digest: sm3(document), stamp })
    expect(read.sealBytes.equals(seal)).toBe(true)
    expect(read.seal).toMatchObject({
      id: 'f3a2',
      name: '全国演示协会',
      madeAt: now,
      isWhole: true,
      picture: { type: 'PNG', width: 42, height: 42 },
    })
    expect(allowsSigner(read.seal, read.certificate!)).toBe(true)
    expect(allowsSigner(read.seal, maker.chain[0]!)).toBe(false)
  })

  test('has the structure of GB/T 38540-2020, as openssl reads it', async () => {
    const lines = openssl('asn1parse', '-inform', 'DER', '-in', await inFile('value', value)).split('\n')
    const at = (depth: number) =>
      lines
        .filter(line => line.includes(`:d=${depth} `))
        .map(line => /(?:cons|prim): (.+?)\s*(?::|\[HEX|$)/.exec(line)![1])
    // SES_Signature, TBS_Sign, SESeal, SES_SealInfo.
    expect(at(1)).toEqual(['SEQUENCE', 'OCTET STRING', 'OBJECT', 'BIT STRING', 'cont [ 0 ]'])
    // The time stamp comes last, in its tag.
    expect(at(2)).toEqual(['INTEGER', 'SEQUENCE', 'GENERALIZEDTIME', 'BIT STRING', 'IA5STRING', 'BIT STRING'])
    expect(at(3)).toEqual(['SEQUENCE', 'OCTET STRING', 'OBJECT', 'BIT STRING'])
    expect(at(4)).toEqual(['SEQUENCE', 'IA5STRING', 'SEQUENCE', 'SEQUENCE'])
    expect(lines.filter(line => line.includes(':SM2-with-SM3'))).toHaveLength(2)
    expect(lines.find(line => line.includes(':20261126080000Z'))).toBeDefined()
  })

  test('openssl verifies both signatures in it, and the certificate of who sealed by that of who made the seal', async () => {
    const { signature } = readSealValue(value)
    expect(await verifiedByOpenssl(rawOf(membersIn(value)[0]!), signer, signature)).toContain('Verified Successfully')
    await expect(verifiedByOpenssl(document, signer, signature)).rejects.toThrow()
    const [info, , , signed] = membersIn(seal)
    const makers = Buffer.from(
      (signed as unknown as { valueBlock: { valueHexView: Uint8Array } }).valueBlock.valueHexView,
    )
    expect(await verifiedByOpenssl(rawOf(info!), maker, makers)).toContain('Verified Successfully')
    const paths = [
      await inFile('maker.pem', `${maker.chain[0]}`),
      await inFile('signer.pem', `${signer.chain[0]}`),
    ] as const
    expect(openssl('verify', '-vfyopt', 'distid:1234567812345678', '-CAfile', ...paths)).toContain('OK')
  })

  test('whatever byte of it is changed, something does not hold any more', () => {
    const holds = (bytes: Buffer) => {
      try {
        const read = readSealValue(bytes)
        const isListed = read.certificate !== undefined && allowsSigner(read.seal, read.certificate)
        return read.isSigned && read.seal.isWhole && isListed && Boolean(read.stamp?.equals(stamp))
      } catch {
        return false
      }
    }
    expect(holds(value)).toBe(true)
    const places = Array.from({ length: value.length }, (_, at) => at).filter(
      at => at % 3 === 0 || at > value.length - 200,
    )
    for (const at of places) expect([at, holds(value.with(at, value[at]! ^ 1) as Buffer)]).toEqual([at, false])
    expect(holds(Buffer.concat([value, Buffer.from([0])]))).toBe(false)
    expect(holds(value.subarray(0, -1))).toBe(false)
  })

  test('of a seal that lists hashes of certificates is read, too', () => {
    const [info, makers] = membersIn(seal)
    const parts = expectBlock(Sequence, info!).valueBlock.value
    const property = expectBlock(Sequence, parts[2]!).valueBlock.value
    const hashed = sequence(
      ...property.slice(0, 2).map(rawOf),
      Buffer.from([2, 1, 2]),
      sequence(sequence(Buffer.from('1303534d33', 'hex'), octets(sm3(signer.chain[0]!.raw)))),
      ...property.slice(4).map(rawOf),
    )
    const other = sequence(rawOf(parts[0]!), rawOf(parts[1]!), hashed, rawOf(parts[3]!))
    const read = readSeal(sequence(other, rawOf(makers!), oid(SM2_WITH_SM3), bits(signSm2(other, maker.key))))
    expect(read.isWhole).toBe(true)
    expect([allowsSigner(read, signer.chain[0]!), allowsSigner(read, maker.chain[0]!)]).toEqual([true, false])
  })
})

test('keys that are of no use are refused with a sentence', async () => {
  const [own, other] = [await makeSm2Pems('甲', now), await makeSm2Pems('乙', now)]
  expect(() => openSm2Key({ ...own, certificates: other.certificates })).toThrow('不是一对')
  expect(() => openSm2Key({ ...own, key: 'nonsense' })).toThrow('不加密的 PEM')
  const missing = { keyPath: join(folder, 'none.pem'), certificatePath: join(folder, 'none.crt') }
  await expect(readGivenSm2Key(missing)).rejects.toThrow('SM2_KEY 所指的文件')
})
