import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { check, daysAgo, detailOf, issued, setUpCertificateDesk, staff } from '#test/setups/certificateDesk.ts'
import { today } from '#test/setups/site.ts'

setUpCertificateDesk()

const renew = (ids: number[], over: object = {}) =>
  staff.post('/staff/certificate/renewMany', { ids, issuedOn: today, reason: '期满换证', ...over })
const ending = (validTo: string) => issued(1000, { validTo })

test('certificates near their end are renewed together: each has a new number and lasts on from its end', async () => {
  const soon = addDays(today, 30)
  const [one, other, over] = [await ending(soon), await ending(soon), await ending(daysAgo(5))]
  const { data } = await renew([one.id, other.id, over.id])
  expect(data).toMatchObject(
    [one, other, over].map(({ id }) => ({ id, done: true, message: expect.stringMatching(/^新证书 /) })),
  )
  const number = data[0].message.replace('新证书 ', '')
  expect(await check(one.number)).toMatchObject({ today: { certStatus: 'replaced' }, successors: [number] })
  expect(await check(number)).toMatchObject({ today: { certStatus: 'valid' }, predecessors: [one.number] })
  const years = await yearsOf('QX01')
  const newest = async (id: number) => detailOf((await detailOf(id)).successors[0].id)
  expect(await newest(one.id)).toMatchObject({ validFrom: today, validTo: lastDay(addDays(soon, 1), years) })
  // An expired certificate starts a new term on the day of issue.
  expect(await newest(over.id)).toMatchObject({ validFrom: today, validTo: lastDay(today, years) })

  const again = await ending(soon)
  await renew([again.id], { term: 'fromIssue' })
  expect(await newest(again.id)).toMatchObject({ validFrom: today, validTo: lastDay(today, years) })
})

test('what is far from its end, lasts for ever, is over or follows something else is told, and holds nothing up', async () => {
  const { list } = (await staff.get('/staff/certificate/list', { register: 'membership', status: 'valid' })).data
  const far = await ending(addDays(today, 91))
  const near = await ending(addDays(today, 90))
  const gone = await ending(addDays(today, 10))
  const act = { id: gone.id, seen: gone.seen, action: 'revoked', effectiveOn: today, reason: '提供虚假材料' }
  await staff.post('/staff/certificate/act', act)
  expect((await renew([list[0].id, far.id, gone.id, near.id])).data).toMatchObject([
    { done: false, message: expect.stringContaining('会员详情') },
    { done: false, message: expect.stringContaining('到期前 90 天内才换证') },
    { done: false, message: expect.stringContaining('已撤销') },
    { done: true },
  ])
  expect(await renew([near.id], { issuedOn: addDays(today, 1) })).toMatchObject({
    code: 400,
    data: { fields: { issuedOn: '不能晚于今天' } },
  })
})

async function yearsOf(kindCode: string): Promise<number> {
  const catalogues: { groups: { kinds: { code: string; validYears: number }[] }[] }[] = (
    await staff.get('/staff/certificate/kinds')
  ).data
  return catalogues.flatMap(({ groups }) => groups.flatMap(({ kinds }) => kinds)).find(({ code }) => code === kindCode)!
    .validYears
}
