import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEncryption } from './encryption.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hangxie-seal-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const withKey = (digit: string) => openEncryption({ secretKey: digit.repeat(64), dataDir })
const id = '11010519491231002X'

describe('what is sealed', () => {
  test('comes back as it was, and looks different each time', async () => {
    const encryption = await withKey('a')
    for (const plain of [id, '13900001234', '欧阳𬭎', ''])
      expect(encryption.decrypt(encryption.encrypt(plain))).toBe(plain)
    expect(encryption.encrypt(id)).not.toBe(encryption.encrypt(id))
    expect(Buffer.from(encryption.encrypt(id), 'base64url').includes(id)).toBe(false)
  })

  test('does not open with another key', async () => {
    const sealed = (await withKey('a')).encrypt(id)
    const other = await withKey('b')
    expect(() => other.decrypt(sealed)).toThrow()
  })

  test('does not open when any one of its bytes was changed, or its end cut off', async () => {
    const encryption = await withKey('a')
    const bytes = Buffer.from(encryption.encrypt(id), 'base64url')
    bytes.forEach((byte, i) => {
      const changed = Buffer.from(bytes)
      changed[i] = byte ^ 1
      expect(() => encryption.decrypt(changed.toString('base64url'))).toThrow()
    })
    for (const length of [0, 12, 20, bytes.length - 1])
      expect(() => encryption.decrypt(bytes.subarray(0, length).toString('base64url'))).toThrow()
  })
})

test('a hash is the same for the same text under the same key, and only then', async () => {
  const [a, again, b] = [await withKey('a'), await withKey('a'), await withKey('b')]
  expect(again.hash(id)).toBe(a.hash(id))
  expect(b.hash(id)).not.toBe(a.hash(id))
  expect(a.hash('110105194912310020')).not.toBe(a.hash(id))
})

describe('without SECRET_KEY', () => {
  test('processes that start at once make one key, which only its owner can read', async () => {
    const encryptions = await Promise.all(
      Array.from({ length: 8 }, () => openEncryption({ secretKey: undefined, dataDir })),
    )
    const sealed = encryptions[0]!.encrypt(id)
    for (const encryption of encryptions) expect(encryption.decrypt(sealed)).toBe(id)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  test('a later start goes on with the key, and refuses to go on with a broken one', async () => {
    const sealed = (await openEncryption({ secretKey: undefined, dataDir })).encrypt(id)
    expect((await openEncryption({ secretKey: undefined, dataDir })).decrypt(sealed)).toBe(id)
    await writeFile(join(dataDir, 'secret.key'), 'abc')
    await expect(openEncryption({ secretKey: undefined, dataDir })).rejects.toThrow('密钥文件')
  })
})
