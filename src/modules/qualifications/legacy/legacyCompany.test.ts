import { eq } from 'drizzle-orm'
import QRCode from 'qrcode'
import { describe, expect, test } from 'vitest'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import {
  AT,
  decide,
  paper,
  reviewer,
  rowsOf,
  send,
  setUpLegacyCertificates,
  visitor,
} from '#test/setups/qualifications/legacyCertificates.ts'
import { site } from '#test/setups/site.ts'
import { newCreditCode, organisationProfile, putFile, signUp, signUpComplete } from '#test/support/make.ts'
import { codesIn } from '#test/support/uploads.ts'

setUpLegacyCertificates()

/** Inserts a certificate as an import would: without an owner. */
async function imported(number: string, publishedAt: Date | null) {
  const [template] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'qualification'))
  const { id: _, numberKey: __, token: ___, words: ____, ...copy } = template!
  const brought = { ...copy, organisationId: null, creditCode: null, publishedAt, number }
  const [row] = await enterCertificates({ db: site.services.db, now: new Date() }, [brought])
  return { ...copy, id: row!.id }
}

test('a visitor is told that the register has the certificate already; the scan may be a photo', async () => {
  const { certNo, creditCode } = paper()
  const { organisationName: orgName } = await imported(certNo, new Date())
  const { api, ticket } = await visitor()
  const { data } = await api.get(`${AT}/getApply`, { certNo, creditCode })
  expect(data).toMatchObject({ apply: null, registered: { certNo, orgName, claimable: true } })
  const photo = await send(ticket, await QRCode.toBuffer('https://site.test/旧证', { width: 400 }), '旧证书.png')
  expect(photo.data).toMatchObject({ width: 400, height: 400 })
  expect(await codesIn(site, photo.data.id)).toEqual(['https://site.test/旧证'])
})

describe('a company', () => {
  test('hands in several under its own account, without a code, and finds them in its centre', async () => {
    const own = await signUpComplete(site)
    const { data } = await own.api.get(`${AT}/getApply`)
    expect(data).toMatchObject({ needsCode: false, prefill: { orgName: own.orgName, creditCode: own.creditCode } })
    const submit = async (given: object = {}) => {
      const form = paper({ ...data.prefill, ...given })
      const answer = await own.api.post(`${AT}/submit`, { ...form, certScan: await putFile(site, own.token, '旧.png') })
      return { ...answer, form }
    }
    const foreign = await submit({ creditCode: newCreditCode() })
    expect(foreign.data.fields).toHaveProperty('creditCode')
    const [one, two] = [await submit(), await submit()]
    expect([one.code, two.code]).toEqual([200, 200])
    const doing = (await own.api.get('/member/doing/list')).data
    expect(doing.map(({ id }: { id: number }) => id).sort()).toEqual([one.data.id, two.data.id])
    await decide(one.data.id, 'return', { opinion: '请重新扫描' })
    const route: string = (await own.api.get('/member/application/detail', { id: one.data.id })).data.route
    const id = Number(route.match(/old\?id=(\d+)$/)![1])
    const shown = (await own.api.get(`${AT}/getApply`, { id })).data.apply
    expect(shown).toMatchObject({ canEdit: true, own: { form: { certNo: one.form.certNo }, canReplaceScan: true } })
    expect((await site.get(`${AT}/getApply`, { id })).data.apply).toBeNull()
    const certScan = await putFile(site, own.token, '清楚的.png')
    expect((await own.api.post(`${AT}/submit`, { ...one.form, certScan })).data.status).toBe('submitted')
    await decide(one.data.id, 'pass')
    const mine = (await own.api.get('/member/qualification/list')).data
    expect(mine.map(({ certNo }: { certNo: string }) => certNo)).toEqual([one.form.certNo])
    const withdrawn = (await own.api.get('/member/application/detail', { id: two.data.id })).data
    await own.api.post('/member/application/withdraw', { id: two.data.id, version: withdrawn.version })
    expect((await submit({ certNo: two.form.certNo })).code).toBe(200)
  })

  test('that registers later gets what was brought in under its credit code, once it has proved who it is', async () => {
    const form = paper()
    const { data } = await (await visitor()).submit(form)
    await decide(data.id, 'pass')
    const own = await signUp(site, { creditCode: form.creditCode })
    const profile = { form: { name: own.orgName, creditCode: form.creditCode, ...organisationProfile } }
    expect((await own.api.post('/member/complete', profile)).code).toBe(409)
    const letter = await own.api.post('/member/claim', { fileIds: [await putFile(site, own.token, '认领函.png')] })
    await decide(letter.data.applyId, 'pass')
    expect((await own.api.post('/member/complete', profile)).code).toBe(200)
    const mine = (await own.api.get('/member/qualification/list')).data
    expect(mine.map(({ certNo }: { certNo: string }) => certNo)).toEqual([form.certNo])
  })

  test('claims a certificate that an import had brought without it: the same row, no second one', async () => {
    const own = await signUpComplete(site)
    const form = paper({ orgName: own.orgName, creditCode: own.creditCode })
    const row = await imported(form.certNo, null)
    const { data } = await (await visitor()).submit(form)
    const { data: of } = await reviewer.get('/staff/review/detail', { id: data.id })
    expect(of.aside[0]).toMatchObject({ link: { route: `/staff/certificates/${row.id}` } })
    await decide(data.id, 'pass')
    const after = await rowsOf(form.certNo)
    expect(after).toMatchObject([{ id: row.id, creditCode: own.creditCode, holderName: row.holderName }])
    expect(after[0]!.organisationId).not.toBeNull()
    expect((await own.api.get('/member/message/list')).data.list[0].content).toContain('旧证补录')
  })
})
