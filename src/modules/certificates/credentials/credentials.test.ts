import { createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import Ajv2020 from 'ajv/dist/2020.js'
import { verifyJWT } from 'did-jwt'
import { eq, sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiContext } from '#api/load.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress } from '#test/support/make.ts'
import { call } from '../../../app.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '../server/register.ts'
import { certificate } from '../server/tables.ts'
import { loader as didPage } from './pages/didDocument.ts'
import { loader as keySetPage } from './pages/keySet.ts'
import { loader as schemaPage } from './pages/schema.ts'
import { loader as statusPage } from './pages/statusList.ts'
import { entryOf } from './server/entries.ts'
import { currentCredentialKey } from './server/keys.ts'
import { credentialEntry, credentialKey } from './server/tables.ts'

setUpSite()

const now = new Date()
const today = dayOf(now)
const of: NewCertificate = {
  register: 'qualification',
  number: 'XH-QX01-A-2026-0001',
  holderName: '清源清洗有限公司',
  organisationName: '清源清洗有限公司',
  creditCode: '91110108MA01ABCD2X',
  provinceCode: '110000',
  issuer: '某某行业协会',
  scope: '各类设备',
  groupCode: 'QX',
  groupName: '清洗类',
  kindCode: 'QX01',
  kindName: '化学清洗单位',
  levelCode: 'A',
  levelName: 'A级',
  issuedOn: addDays(today, -100),
  validFrom: addDays(today, -100),
  validTo: addDays(today, 900),
  publishedAt: now,
}
const person: NewCertificate = {
  ...of,
  register: 'personnel',
  number: 'RY-2026-0001',
  holderName: '欧阳晓明',
  publishedAt: null,
}
const ids = new Map<string, number>()

beforeAll(async () => {
  const numbers = ['0002', '0003', '0004', '0005'].map(end => ({ ...of, number: of.number.replace('0001', end) }))
  const entered = await enterCertificates(site.ctx(), [of, person, ...numbers])
  for (const { number, id } of entered) ids.set(number.slice(-4) + (number.startsWith('RY') ? 'P' : ''), id)
})

/** The page's answer, its calls in process as when a page is rendered. */
async function read(loader: typeof didPage, params: Record<string, string> = {}) {
  const api: Api = (key, input) => call(site.ctx(), key, input)
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  const response = await loader({ context, params, request: new Request('http://site.test/') })
  return { type: response.headers.get('content-type'), text: await response.text() }
}
const readJson = async (loader: typeof didPage) => JSON.parse((await read(loader)).text)

async function download(asked: Record<string, string>) {
  const url = `/api/cert/credential?${new URLSearchParams(asked)}`
  const { headers, body } = await site.app.inject({ url, remoteAddress: newAddress() })
  return { type: headers['content-type'], name: headers['content-disposition'], jwt: body }
}

const partOf = (jwt: string, at: number) => JSON.parse(Buffer.from(jwt.split('.')[at]!, 'base64url').toString())

/** Verifies the signature with node:crypto alone and the key that the site publishes. */
async function holds(jwt: string): Promise<boolean> {
  const [header, payload, signature] = jwt.split('.')
  const { keys } = await readJson(keySetPage)
  const jwk = keys.find(({ kid }: { kid: string }) => partOf(jwt, 0).kid.endsWith(`#${kid}`))
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))
}

/**
 * Verifies with the library of the Decentralized Identity Foundation, which has its own cryptography and resolves the
 * key through the DID.
 */
const checkedElsewhere = async (jwt: string) =>
  verifyJWT(jwt, {
    proofPurpose: 'assertionMethod',
    resolver: {
      resolve: async () => ({
        didResolutionMetadata: {},
        didDocumentMetadata: {},
        didDocument: await readJson(didPage),
      }),
    },
  })

/** Reads a certificate's bit from the published list, as any verifier would. */
async function isSet(id: number, purpose: 'revocation' | 'suspension') {
  const { list, index } = await entryOf(site.ctx(), id)
  const { text: jwt, type } = await read(statusPage, { list: String(list), purpose })
  expect([type, await holds(jwt)]).toEqual(['application/vc+jwt', true])
  const { credentialSubject } = partOf(jwt, 1)
  const bits = gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), 'base64url'))
  expect([credentialSubject.encodedList[0], bits.length, credentialSubject.statusPurpose]).toEqual([
    'u',
    16_384,
    purpose,
  ])
  return (bits[index >> 3]! & (0x80 >> (index & 7))) !== 0
}

describe('a certificate as a verifiable credential', () => {
  test('says who certified what of whom, and holds against the published key, the schema and a checker of others', async () => {
    const { jwt, type, name } = await download({ number: of.number })
    expect([type, decodeURIComponent(String(name))]).toEqual([
      'application/vc+jwt',
      `attachment; filename*=UTF-8''${of.number}.vc.jwt`,
    ])
    expect(partOf(jwt, 0)).toMatchObject({
      alg: 'ES256',
      typ: 'vc+jwt',
      kid: expect.stringMatching(/^did:web:site\.test#./),
    })
    const credential = partOf(jwt, 1)
    expect(credential).toMatchObject({
      type: ['VerifiableCredential', 'AssociationCertificate'],
      issuer: { id: 'did:web:site.test' },
      validFrom: `${of.validFrom}T00:00:00+08:00`,
      validUntil: `${of.validTo}T23:59:59+08:00`,
      credentialSubject: {
        type: 'Organization',
        name: of.holderName,
        creditCode: of.creditCode,
        certificate: { number: of.number, kind: of.kindName, level: 'A级', scope: of.scope },
      },
    })
    expect(await holds(jwt)).toBe(true)
    expect((await checkedElsewhere(jwt)).verified).toBe(true)
    const ajv = new Ajv2020({ strictTuples: false, formats: { uri: true, date: true, 'date-time': true } })
    expect(ajv.validate(await readJson(schemaPage), credential), ajv.errorsText()).toBe(true)
  })

  test('with one byte changed in any of its three parts holds nowhere', async () => {
    const { jwt } = await download({ number: of.number })
    const parts = jwt.split('.')
    for (const at of [1, 2]) {
      const bytes = Buffer.from(parts[at]!, 'base64url')
      bytes[20] = bytes[20]! ^ 1
      const changed = parts.with(at, bytes.toString('base64url')).join('.')
      expect(await holds(changed), `part ${at}`).toBe(false)
      await expect(checkedElsewhere(changed), `part ${at}`).rejects.toThrow()
    }
    const header = Buffer.from(JSON.stringify({ ...partOf(jwt, 0), cty: 'vd' })).toString('base64url')
    expect(await holds(parts.with(0, header).join('.'))).toBe(false)
  })

  test('tells of a person what everybody is told who knows the number, even to whoever scans the code', async () => {
    const { db } = site.services
    const [row] = await db.select().from(certificate).where(eq(certificate.number, person.number))
    const [company] = await db.select().from(certificate).where(eq(certificate.number, of.number))
    const { jwt: companys } = await download({ token: company!.token })
    expect(partOf(companys, 1).credentialSubject.name).toBe(of.holderName)
    for (const asked of [['number', person.number] as const, ['token', row!.token] as const]) {
      const { jwt } = await download(Object.fromEntries([asked]))
      const credential = partOf(jwt, 1)
      expect(credential.credentialSubject).toMatchObject({ type: 'Person', name: '欧**明' })
      expect(JSON.stringify(credential)).not.toMatch(/欧阳晓明|清源|91110108MA01ABCD2X/)
      expect(JSON.stringify(credential)).not.toContain(row!.token)
    }
  })

  test('is not given out for what the register does not have', async () => {
    expect((await site.get('/cert/credential', { number: '没有0号' })).code).toBe(404)
    expect((await site.get('/cert/credential', { number: of.number, token: 'x' })).code).toBe(400)
    expect((await site.get('/cert/credential/status', { list: 9, purpose: 'revocation' })).code).toBe(404)
  })
})

describe('the status lists', () => {
  test('tell the moment it happens that a certificate is suspended, resumed, revoked, cancelled or replaced', async () => {
    const id = ids.get('0002')!
    const states = async () => [await isSet(id, 'revocation'), await isSet(id, 'suspension')]
    const act = (kind: 'suspended' | 'resumed' | 'revoked' | 'cancelled' | 'replaced', whose = id) =>
      recordEvent(site.ctx(), whose, { kind, effectiveOn: today, reason: '试' })
    expect(await states()).toEqual([false, false])
    await act('suspended')
    expect(await states()).toEqual([false, true])
    await act('resumed')
    expect(await states()).toEqual([false, false])
    await act('revoked')
    expect(await states()).toEqual([true, false])
    await act('cancelled', ids.get('0003'))
    await act('replaced', ids.get('0004'))
    expect(await isSet(ids.get('0003')!, 'revocation')).toBe(true)
    expect(await isSet(ids.get('0004')!, 'revocation')).toBe(true)
    expect(await isSet(ids.get('0005')!, 'revocation')).toBe(false)
  })

  test('give each certificate one place at random and no place twice, whoever asks at once, and begin the next when full', async () => {
    const { db } = site.services
    const more = Array.from({ length: 60 }, (_, i) => ({ ...of, number: `XH-MANY-${100 + i}` }))
    const entered = await enterCertificates(site.ctx(), more)
    await db.delete(credentialEntry)
    const size = 16
    const asked = entered.flatMap(({ id }) => [id, id, id])
    const given = await Promise.all(asked.map(async id => ({ id, ...(await entryOf(site.ctx(), id, size)) })))
    const placeOf = new Map(given.map(({ id, list, index }) => [id, `${list}/${index}`]))
    expect(given.every(({ id, list, index }) => placeOf.get(id) === `${list}/${index}`)).toBe(true)
    expect(new Set(placeOf.values()).size).toBe(60)
    expect(given.every(({ index }) => index >= 0 && index < size)).toBe(true)
    const counts = Map.groupBy(placeOf.values(), place => place.split('/')[0])
    expect([...counts.keys()].sort()).toEqual(['1', '2', '3', '4'])
    expect([1, 2, 3].map(list => counts.get(String(list))!.length)).toEqual([16, 16, 16])
    const inOrder = entered.map(({ id }) => given.find(one => one.id === id)!.index)
    expect(inOrder).not.toEqual(inOrder.toSorted((a, b) => a - b))
    for (const asked of [
      { list: 1, purpose: 'suspension' },
      { list: 2, purpose: 'suspension' },
      { list: 2, purpose: 'revocation' },
    ]) {
      const { data } = await site.get('/cert/credential/status', asked)
      expect(partOf(data.jwt, 1).id).toBe(`http://site.test/credentials/status/${asked.list}/${asked.purpose}`)
    }
  })
})

describe('the key', () => {
  test('is made once, whoever comes first, sealed in the database and published by its public half alone', async () => {
    const { db } = site.services
    await db.delete(credentialKey)
    const made = await Promise.all(Array.from({ length: 5 }, () => currentCredentialKey(site.ctx())))
    expect(new Set(made.map(({ kid }) => kid)).size).toBe(1)
    const rows = await db.execute<{ all: string }>(
      sql`select row_to_json(credential_key)::text as all from credential_key`,
    )
    expect(rows.rows).toHaveLength(1)
    expect(rows.rows[0]!.all).not.toContain('PRIVATE KEY')
    const { data } = await site.get('/cert/credential/keys')
    expect(data).toMatchObject({ did: 'did:web:site.test', keys: [{ kid: made[0]!.kid, revoked: null }] })
    const document = await readJson(didPage)
    expect(document.assertionMethod).toEqual([`did:web:site.test#${made[0]!.kid}`])
    expect(JSON.stringify([document, await readJson(keySetPage)])).not.toContain('"d"')
  })
})
