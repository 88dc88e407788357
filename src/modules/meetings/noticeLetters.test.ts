import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { appointment, post } from '#modules/posts/server/tables.ts'
import { bodyOf, clerk, holders, planned, seatsIn, setUpSeats, today } from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { newCreditCode, staffSession } from '#test/support/make.ts'
import { pagesOf } from '#test/support/pdfText.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { meetingLetter } from './server/tables.ts'

setUpSeats()

/** A meeting in 20 days whose notice is due 15 days before, with two seats that no message reaches. */
async function offline() {
  const { db } = site.services
  const people = await holders(1)
  const bodyId = await bodyOf(people, { noticeDays: 15 })
  const [seat] = await db.select().from(post).where(eq(post.bodyId, bodyId))
  const [company] = await db
    .insert(organisation)
    .values({
      name: '没有联系方式的公司',
      creditCode: newCreditCode(),
      provinceCode: '330000',
      city: '杭州市',
      address: '示例路 1 号',
      postcode: '310000',
    })
    .returning()
  const held = { bodyId, postId: seat!.id, fromDay: addDays(today, -30) }
  await db.insert(appointment).values([
    { ...held, personName: '有址者', organisationId: company!.id },
    { ...held, personName: '无址者', organisationName: '没有登记的公司' },
  ])
  const of = await planned(bodyId)
  const told = await clerk.post('/staff/meeting/notice', { id: of.id, version: of.version, reason: '' })
  if (told.code !== 200) throw new Error(told.msg)
  const seats = await seatsIn(of.id)
  const idOf = (name: string) => seats.find(({ personName }) => personName === name)!.id
  return { id: of.id as number, withAddress: idOf('有址者'), without: idOf('无址者'), reached: seats[0]!.id }
}

const letters = async (id: number) => (await clerk.get('/staff/meeting/letters', { id })).data
const act = (path: string, given: object) => clerk.post(`/staff/meeting/letters/${path}`, given)
const get = async (path: string) =>
  site.app.inject({ url: `/api/staff/meeting/letters/${path}`, headers: await staffSession(site, 'admin') })

test('whom no message reaches gets a letter with the address of the file, sent on a day from which the notice counts', async () => {
  const { id, withAddress, without, reached } = await offline()
  const before = await letters(id)
  expect(before).toMatchObject({ noticeDays: 15, sendBy: addDays(today, 5) })
  expect(before.list.map(({ seatId }: { seatId: number }) => seatId)).toEqual([withAddress, without])
  expect(before.list[0]).toMatchObject({ postcode: '310000', address: '浙江杭州市示例路 1 号', printedAt: null })
  const both = [{ seatId: withAddress }, { seatId: without }]
  const refused = await act('print', { id, letters: both })
  expect(refused.data.fields).toEqual({ [`address.${without}`]: expect.stringContaining('没有地址') })
  expect((await letters(id)).list[0].printedAt).toBe(null)
  expect((await act('print', { id, letters: [{ seatId: reached, address: '某处' }] })).code).toBe(400)
  const typed = [{ seatId: withAddress }, { seatId: without, postcode: '200000', address: '上海市某路 2 号' }]
  expect((await act('print', { id, letters: typed })).data).toEqual({ printed: 2 })

  const pdf = await get(`file?id=${id}`)
  const [first, second, ...more] = await pagesOf(pdf.rawPayload)
  expect(more).toEqual([])
  expect(first).toContain('浙江杭州市示例路1号')
  expect(first).toContain('审议年度工作报告')
  expect(second).toContain('上海市某路2号')
  expect(second).toContain('会议回执')
  const list = textsOf(await sheetOf((await get(`export?id=${id}`)).rawPayload))
  expect(list[1]).toEqual(expect.arrayContaining(['310000', '没有联系方式的公司', '有址者']))

  const seatIds = [withAddress, without]
  const tomorrow = await act('dispatch', { seatIds, dispatchedOn: addDays(today, 1) })
  expect(tomorrow.data.fields.dispatchedOn).toBe('不能晚于今天')
  expect((await act('dispatch', { seatIds, dispatchedOn: today, note: '挂号' })).data).toEqual({ dispatched: 2 })
  expect((await letters(id)).list[1]).toMatchObject({ dispatchedOn: today, dispatchNote: '挂号', lateReason: '' })
  expect((await act('recall', { seatIds: [without] })).data).toEqual({ recalled: 1 })
  expect((await letters(id)).list[1]).toMatchObject({ dispatchedOn: null })
  // One that was sent keeps its address.
  await act('print', { id, letters: [{ seatId: withAddress, address: '另一处' }] })
  expect((await letters(id)).list[0].address).toBe('浙江杭州市示例路 1 号')
})

test('a letter later than the rule has it is sent with a reason only, which stays', async () => {
  const { id, withAddress } = await offline()
  await act('print', { id, letters: [{ seatId: withAddress }] })
  const { db } = site.services
  const printed = await db.select().from(meetingLetter).where(eq(meetingLetter.seatId, withAddress))
  expect(printed).toHaveLength(1)
  const { meetsOn } = await letters(id)
  const detail = (await clerk.get('/staff/meeting/detail', { id })).data
  const moved = await clerk.post('/staff/meeting/save', {
    id,
    version: detail.version,
    title: detail.title,
    bodyId: detail.bodyId,
    meetsOn: addDays(today, 3),
  })
  expect([meetsOn, moved.code]).toEqual([addDays(today, 20), 200])
  const sent = { seatIds: [withAddress], dispatchedOn: today }
  expect((await act('dispatch', sent)).data.fields.lateReason).toContain('要求提前 15 天通知，寄出之日距会议 3 天')
  expect((await act('dispatch', { ...sent, lateReason: '地址刚查到' })).code).toBe(200)
  expect((await letters(id)).list[0]).toMatchObject({ dispatchedOn: today, lateReason: '地址刚查到' })
})
