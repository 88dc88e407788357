import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeSeal } from '#lib/server/seals/electronicSeal.ts'
import { readSealValue } from '#lib/server/seals/sealSignature.ts'
import { makeSm2Pems, openSm2Key, type Sm2Key } from '#lib/server/seals/sm2Key.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { startApp } from '#test/support/app.ts'
import { staffSession } from '#test/support/make.ts'
import { sealedPaper } from './server/tables.ts'

let folder: string
let maker: Sm2Key
let signer: Sm2Key
const path = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seal-keys-'))
  maker = openSm2Key(await makeSm2Pems('印章制作机构', new Date()))
  const pems = await makeSm2Pems('由机构签发的协会', new Date(), maker)
  signer = openSm2Key(pems)
  await writeFile(path('key.pem'), pems.key)
  await writeFile(path('chain.pem'), pems.certificates)
  await writeFile(path('seal.esl'), sealFor(signer))
})
afterAll(() => rm(folder, { recursive: true }))

const sealFor = ({ chain }: Sm2Key) =>
  makeSeal(
    {
      id: 'an-authority-s',
      name: '由机构签发的协会',
      certificates: [chain[0]!],
      madeAt: new Date(),
      validTo: chain[0]!.validToDate,
      picture: { type: 'PNG', bytes: Buffer.alloc(10), width: 42, height: 42 },
    },
    maker,
  )

const withOperatorsKey = () => ({ SM2_SEAL: 'on', SM2_KEY: path('key.pem'), SM2_CERTIFICATE: path('chain.pem') })

/** A certificate as staff save it from a site with these settings, and the value of its seal, where one goes with it. */
async function savedWith(env: Record<string, string>) {
  const own = await startApp({ demo: true, env })
  onTestFinished(() => own.close())
  const headers = { ...(await staffSession(own, 'admin')), 'sec-fetch-site': 'same-origin' }
  const [of] = await own.services.db.select().from(certificate).limit(1)
  const saved = await own.app.inject({ url: `/api/staff/certificate/file?id=${of!.id}`, headers })
  const related = /^<(.+)>; rel="related"$/.exec(String(saved.headers.link))?.[1]
  return { own, saved, value: related ? (await own.app.inject(related)).rawPayload : undefined }
}

test.each([
  ['and the seal that an authority made for it are used', { SM2_SEAL_DATA: 'seal.esl' }, '印章制作机构'],
  ['is used with a seal of our own making', {}, '全国锅炉与锅炉水处理行业协会 制章'],
])('the operator’s own key %s', async (_, files, madeBy) => {
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, path(file)]))
  const { own, value } = await savedWith({ ...withOperatorsKey(), ...paths })
  const { certificate: by, seal, isSigned } = readSealValue(value!)
  expect(by!.fingerprint256).toBe(signer.chain[0]!.fingerprint256)
  expect(seal.maker!.subject).toBe(`CN=${madeBy}`)
  expect({ isSigned, isWhole: seal.isWhole }).toEqual({ isSigned: true, isWhole: true })
  expect((await own.get('/config/public')).data.parts).toContain('sm2Seal')
})

test('a seal for somebody else holds no paper up: it goes out with its other signature', async () => {
  await writeFile(path('other.esl'), sealFor(openSm2Key(await makeSm2Pems('别人', new Date()))))
  const { saved, value } = await savedWith({ ...withOperatorsKey(), SM2_SEAL_DATA: path('other.esl') })
  expect([saved.statusCode, saved.headers['content-type'], value]).toEqual([200, 'application/pdf', undefined])
})

test('without the setting papers are as ever: no value goes with them, and the pages know of none', async () => {
  const { own, saved, value } = await savedWith({})
  expect([saved.statusCode, saved.headers['content-type'], value]).toEqual([200, 'application/pdf', undefined])
  expect(await own.services.db.$count(sealedPaper)).toBe(0)
  expect((await own.get('/config/public')).data.parts).not.toContain('sm2Seal')
})
