import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { CompactSign, generateKeyPair } from 'jose'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress, signInAs } from '#test/support/make.ts'
import { pdf } from '#test/support/uploads.ts'
import { account } from '../../accounts/server/tables.ts'
import { enterCertificates, recordEvent } from '../server/register.ts'
import { certificate } from '../server/tables.ts'
import { credentialFor } from './server/credential.ts'
import { credentialKey } from './server/tables.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())
let of: typeof certificate.$inferSelect
let jwt: string

beforeAll(async () => {
  const [first] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'qualification'))
  const { id: _, words: __, createdAt: ___, lookId: ____, numberKey: _____, token: ______, ...row } = first!
  const validFrom = addDays(today, -200)
  const number = 'VC-CHECK-0001'
  const again = {
    ...row,
    number,
    status: undefined,
    replacesId: null,
    issuedOn: validFrom,
    validFrom,
    validTo: addDays(today, 500),
  }
  await enterCertificates(site.ctx(), [again])
  of = await reread(number)
  jwt = await credentialFor(site.ctx(), of)
})

const reread = async (number = of.number) =>
  (await site.services.db.select().from(certificate).where(eq(certificate.number, number)))[0]!

async function check(text: string | Uint8Array, name = '收到的凭证.jwt') {
  const form = new FormData()
  form.append('file', new File([text as BlobPart], name))
  const asked = { method: 'POST', url: '/api/cert/verify/file', payload: form, remoteAddress: newAddress() } as const
  return (await site.app.inject(asked)).json()
}

const claimsIn = (of: string) => JSON.parse(Buffer.from(of.split('.')[1]!, 'base64url').toString())
/** The same with something else in one of its parts, and the old signature. */
const changedBy = (at: 0 | 1, change: (text: string) => string) =>
  jwt
    .split('.')
    .map((part, i) =>
      i === at ? Buffer.from(change(Buffer.from(part, 'base64url').toString())).toString('base64url') : part,
    )
    .join('.')
const flipped = (part: string) => {
  const bytes = Buffer.from(part, 'base64url')
  bytes[10] = bytes[10]! ^ 1
  return bytes.toString('base64url')
}

describe('anyone may have a credential checked', () => {
  test('as the association gave it out, alone, in its envelope or as JSON, it is told so, with what the certificate is today', async () => {
    const [header, payload, signature] = jwt.split('.')
    const enveloped = { '@context': 'https://www.w3.org/ns/credentials/v2', type: 'EnvelopedVerifiableCredential' }
    const forms = [
      [jwt, '凭证.jwt'],
      [`${jwt}\n`, '凭证.txt'],
      [JSON.stringify({ ...enveloped, id: `data:application/vc+jwt,${jwt}` }), '凭证.json'],
      [JSON.stringify({ protected: header, payload, signature }), '凭证.json'],
    ] as const
    for (const [text, name] of forms) {
      const { data } = await check(text, name)
      expect(data, name).toMatchObject({
        verdict: 'own',
        signer: '全国锅炉与锅炉水处理行业协会',
        reason: `证书 ${of.number}`,
        findings: [],
        certificate: { certNo: of.number, certStatus: 'valid', certStatusName: '有效' },
      })
      expect(Date.parse(data.signedAt)).toBeGreaterThan(Date.now() - 600_000)
    }
  })

  test.each([
    [
      'the level',
      () => changedBy(1, text => text.replace(`"level":"${of.levelName}"`, '"level":"特级"')),
      /^级别：文件中为“特级”，登记为/,
    ],
    [
      'the number',
      () => changedBy(1, text => text.replaceAll(of.number, 'VC-CHECK-0002')),
      /^证书编号：文件中为“VC-CHECK-0002”，登记为“VC-CHECK-0001”/,
    ],
    [
      'the end',
      () => changedBy(1, text => text.replace(/"validUntil":"2/, '"validUntil":"3')),
      /^有效期至：文件中为“3/,
    ],
    ['a bracket', () => changedBy(1, text => text.replace('{', 'z')), /内容部分，已读不出来/],
    [
      'the signature',
      () =>
        jwt
          .split('.')
          .map((part, i) => (i === 2 ? flipped(part) : part))
          .join('.'),
      /被改动的是签名部分/,
    ],
    ['the header', () => changedBy(0, text => text.replace('ES256', 'ES257')), /被改动的是头部/],
  ])('changed in %s, it is told which part was changed', async (_, make, words) => {
    const { data } = await check(make())
    expect(data).toMatchObject({
      verdict: 'changed',
      verdictName: expect.stringContaining('请勿采信'),
      certificate: null,
    })
    expect(data.findings).toContainEqual(expect.stringMatching(words))
  })

  test('of somebody else, or by a key that never was ours, it is told who it says it is of', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const sign = (claims: object) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', kid: 'did:web:other.test#1', typ: 'vc+jwt', cty: 'vc' })
        .sign(privateKey)
    const other = await check(await sign({ ...claimsIn(jwt), issuer: 'did:web:other.test' }))
    expect(other.data).toMatchObject({ verdict: 'foreign', findings: ['文件自称的签发者：did:web:other.test'] })
    const forged = await check(await sign(claimsIn(jwt)))
    expect(forged.data).toMatchObject({
      verdict: 'foreign',
      findings: [expect.stringContaining('从未公布过')],
      signer: '',
    })
    const unsigned = await check(JSON.stringify(claimsIn(jwt)), '凭证.json')
    expect(unsigned.data).toMatchObject({ verdict: 'unsigned' })
    const nested = `{"a":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`
    expect((await check(nested, '凭证.json')).msg).toContain('不会超过 64 KB')
    expect((await check('a.b', '凭证.jwt')).msg).toContain('请选择 PDF 文件，或 .jwt、.json 的可验证凭证')
    expect((await check(pdf(), '凭证.jwt')).data.verdict).toBe('unsigned')
  })

  test('of a certificate that has changed since, was suspended, has expired or was revoked, it is told', async () => {
    const { db } = site.services
    const stateOf = async () => (await check(jwt)).data
    await db.update(certificate).set({ levelName: '特级' }).where(eq(certificate.id, of.id))
    expect((await stateOf()).findings).toContainEqual(expect.stringMatching(/^签发以后登记有变更。级别：/))
    await db
      .update(certificate)
      .set({ levelName: of.levelName, validTo: addDays(today, -1) })
      .where(eq(certificate.id, of.id))
    expect(await stateOf()).toMatchObject({ verdict: 'own', certificate: { certStatus: 'expired' } })
    await db.update(certificate).set({ validTo: of.validTo }).where(eq(certificate.id, of.id))
    await recordEvent(site.ctx(), of.id, { kind: 'suspended', effectiveOn: today, reason: '试' })
    expect(await stateOf()).toMatchObject({ verdict: 'own', certificate: { certStatus: 'suspended' } })
    await recordEvent(site.ctx(), of.id, { kind: 'revoked', effectiveOn: today, reason: '试' })
    expect(await stateOf()).toMatchObject({ verdict: 'own', certificate: { certStatusName: '已撤销' } })
  })

  test('by a key that was revoked, it is not to be relied on', async () => {
    const { db } = site.services
    await db.update(credentialKey).set({ revokedAt: new Date() })
    expect((await check(jwt)).data).toMatchObject({
      verdict: 'keyRevoked',
      verdictName: expect.stringContaining('不能再凭文件采信'),
      findings: [`密钥自 ${today} 起作废`],
      certificate: null,
    })
    await db.update(credentialKey).set({ revokedAt: null })
  })
})

describe('the card for the phone', () => {
  test('is a picture of the size of a bank card, whose code leads to the certificate; for its holder alone', async () => {
    const { db, config } = site.services
    const [holder] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
    await db
      .update(certificate)
      .set({ organisationId: holder!.organisationId, personId: null })
      .where(eq(certificate.id, of.id))
    const url = `/api/member/certificate/card?certId=${of.id}`
    const token = await signInAs(site, 'qingyuan')
    const { headers, rawPayload } = await site.app.inject({ url, headers: { token } })
    expect([headers['content-type'], headers['cache-control']]).toEqual(['image/png', 'private, no-store'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1011, height: 638, density: 300 })
    const { data: mine } = await site.as(token).get('/member/qualification/list')
    const other = mine.find(({ certId }: { certId: number }) => certId !== of.id)
    const next = await site.app.inject({
      url: `/api/member/certificate/card?certId=${other.certId}`,
      headers: { token },
    })
    expect(next.headers['content-disposition']).toContain(encodeURIComponent(`${other.certNo}.png`))
    const folder = await mkdtemp(join(tmpdir(), 'card-'))
    await writeFile(join(folder, 'card.png'), rawPayload)
    expect(await readCodes(join(folder, 'card.png'), 'image/png')).toEqual([
      `${config.publicUrl}/admin/verify?token=${of.token}`,
    ])
    await rm(folder, { recursive: true })
    expect(
      (await site.as(await signInAs(site, 'taishan')).get('/member/certificate/card', { certId: of.id })).code,
    ).toBe(404)
  })
})
