import { expect, test } from 'vitest'
import { decrypt, encrypt } from './cipher.ts'
import { isSealed, type Keys, type Lock, makeKeyPair, makeSeal } from './seals.ts'

const plain = Buffer.alloc(200_000, 'personal data ')
const siteKey = 'a1'.repeat(32)
const pair = makeKeyPair()

async function* inPieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
const all = async (source: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(source))
const seal = async (lock: Lock) => all(encrypt(inPieces(plain, 50_000), await makeSeal(lock)))
const open = (bytes: Buffer, keys: Keys, size = 1000) => all(decrypt(inPieces(bytes, size), keys))

const ways: [string, Lock, Keys, Keys, RegExp][] = [
  [
    'a public key',
    { recipient: pair.recipient },
    { identity: pair.identity },
    { identity: makeKeyPair().identity },
    /私钥不对/,
  ],
  ['the key of the site', { siteKey }, { siteKey }, { siteKey: 'b2'.repeat(32) }, /secret\.key/],
  [
    'a passphrase',
    { passphrase: '足够长的口令 2026 年' },
    { passphrase: '足够长的口令 2026 年' },
    { passphrase: '另一个足够长的口令' },
    /口令不对/,
  ],
]

test.each(ways)(
  'what is sealed by %s opens by its own, by no other, and by nothing that is missing',
  async (_, lock, keys, other, why) => {
    const sealed = await seal(lock)
    expect([isSealed(sealed), sealed.includes('personal')]).toEqual([true, false])
    // However the bytes come: the head may be cut anywhere.
    for (const size of [7, 1000, 1 << 20]) expect((await open(sealed, keys, size)).equals(plain)).toBe(true)
    await expect(open(sealed, other)).rejects.toThrow(why)
    await expect(open(sealed, {})).rejects.toThrow(/加密/)
    const spoilt = Buffer.from(sealed)
    spoilt[150_000]! ^= 1
    await expect(open(spoilt, keys)).rejects.toThrow('加密校验不符')
    await expect(open(sealed.subarray(0, 150_000), keys)).rejects.toThrow('加密校验不符')
  },
)

test('who holds the public key alone, as the server does, cannot open what was sealed to it', async () => {
  await expect(open(await seal({ recipient: pair.recipient }), { siteKey })).rejects.toThrow('BACKUP_IDENTITY')
})
