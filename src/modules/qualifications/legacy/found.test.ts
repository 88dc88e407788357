import { expect, test } from 'vitest'
import {
  AT,
  decide,
  newNumber,
  paper,
  setUpLegacyCertificates,
  visitor,
} from '#test/setups/qualifications/legacyCertificates.ts'
import { site } from '#test/setups/site.ts'
import {
  advanceTime,
  codeFor,
  newAddress,
  newCreditCode,
  putFile,
  signUpComplete,
  textsTo,
} from '#test/support/make.ts'

setUpLegacyCertificates()

/** Handed in by somebody without an account; `token` is the one in the text that this phone got. */
async function handedIn(given: object = {}) {
  const form = paper(given)
  const by = await visitor()
  const { data } = await by.submit(form)
  const token = (await textsTo(site, by.phone))[0]!.match(/token=([\w-]+)/)![1]!
  return { id: data.id as number, form, token, phone: by.phone }
}

test('an application is found by its link, or by number and credit code together', async () => {
  const [one, two] = [await handedIn(), await handedIn()]
  const anybody = site.from(newAddress())
  const found = async (asked: Record<string, string | number>) =>
    (await anybody.get(`${AT}/getApply`, asked)).data.apply?.id ?? null
  const { certNo, creditCode } = one.form
  expect(await found({ certNo, creditCode })).toBe(one.id)
  expect(await found({ certNo, creditCode: newCreditCode() })).toBeNull()
  expect(await found({ certNo: two.form.certNo, creditCode })).toBeNull()
  expect(await found({ token: one.token })).toBe(one.id)
  expect(await found({ token: two.token })).toBe(two.id)
  expect(await found({ token: 'guessed' })).toBeNull()
})

test('by its id a company finds its own, and nobody else any', async () => {
  const own = await signUpComplete(site)
  const { prefill } = (await own.api.get(`${AT}/getApply`)).data
  const handIn = async () => {
    const form = paper(prefill)
    const certScan = await putFile(site, own.token, '旧.png')
    const { data } = await own.api.post(`${AT}/submit`, { ...form, certScan })
    return { id: data.id as number, certNo: form.certNo }
  }
  const [one, two] = [await handIn(), await handIn()]
  const foreign = await handedIn()
  const shown = async (id: number) => (await own.api.get(`${AT}/getApply`, { id })).data.apply
  expect(await shown(one.id)).toMatchObject(one)
  expect(await shown(two.id)).toMatchObject(two)
  expect(await shown(foreign.id)).toBeNull()
  expect((await site.get(`${AT}/getApply`, { id: one.id })).data.apply).toBeNull()
})

test('who comes back another day mends it with a new code to the same phone; the scan stays', async () => {
  const { id, form, phone } = await handedIn()
  await decide(id, 'return', { remarks: [{ field: 'certNo', text: '与扫描件不一致' }] })
  // A minute lies between two codes.
  await advanceTime(site, 2)
  const anybody = site.from(newAddress())
  const mended = { ...form, id, groupId: 1, certNo: newNumber(), contactMobile: phone }
  const answers = { certNo: '已改正' }
  const guessed = await anybody.post(`${AT}/submit`, { ...mended, answers, smsCode: '000000' })
  expect(guessed.data.fields).toHaveProperty('smsCode')
  const smsCode = await codeFor(site, { scene: 'legacy', phone })
  const done = await anybody.post(`${AT}/submit`, { ...mended, answers, smsCode })
  expect(done).toMatchObject({ code: 200, data: { id, status: 'submitted' } })
  const { certNo, creditCode } = mended
  const asked = { certNo, creditCode }
  expect((await anybody.get(`${AT}/getApply`, asked)).data.apply).toMatchObject({ id, certNo, status: 'submitted' })
})
