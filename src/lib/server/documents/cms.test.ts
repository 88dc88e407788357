import { ContentInfo } from 'pkijs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSignedData, signCms, verifySigner, wrapContentInfo } from './cms.ts'
import { makeSigningKey, openSigningKey, type SigningKey } from './signingKey.ts'

const CONTENT = Buffer.from('the bytes of a paper')
const TIME_STAMP_INFO = '1.2.840.113549.1.9.16.1.4'

let key: SigningKey
beforeAll(async () => {
  key = openSigningKey(await makeSigningKey('Signer', new Date()))
})

const received = async (about: Parameters<typeof signCms>[2] = {}) =>
  readSignedData(wrapContentInfo(await signCms(CONTENT, key, about)))

describe('a signature', () => {
  test('holds over the content that it was made for', async () => {
    const certificate = await verifySigner(await received(), { type: ContentInfo.DATA, content: CONTENT })
    expect(certificate.fingerprint256).toBe(key.chain[0]!.fingerprint256)
  })

  test('does not hold over other content, even if it encloses what it was made for', async () => {
    const content = Buffer.from('the bytes of another paper')
    const signed = await received({ encloses: true })
    await expect(verifySigner(signed, { type: ContentInfo.DATA, content })).rejects.toThrow('over other content')
  })

  test('of two signers is not read', async () => {
    const [signed, other] = [await signCms(CONTENT, key), await signCms(CONTENT, key)]
    signed.signerInfos.push(...other.signerInfos)
    expect(() => readSignedData(wrapContentInfo(signed))).toThrow('not one signer')
  })

  test('over a time stamp is none over a paper', async () => {
    const signed = await received({ type: TIME_STAMP_INFO })
    await expect(verifySigner(signed, { type: ContentInfo.DATA, content: CONTENT })).rejects.toThrow('of another type')
  })
})
