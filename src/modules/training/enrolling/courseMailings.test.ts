import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendMailings } from '#modules/messages/server/mailings.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { asStaff, signUpComplete, staffSession, staffWith } from '#test/support/make.ts'
import { account } from '../../accounts/server/tables.ts'
import type { EnrolmentStatus } from '../enrolmentStatus.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

type Company = Awaited<ReturnType<typeof signUpComplete>>
let admin: ReturnType<typeof site.as>
let courseId: number
const companies: Company[] = []
const orders: Awaited<ReturnType<typeof seatPeople>>[] = []

/** Four companies, each with two people: one waits, one has to pay, of one both are there, of the last one is missing. */
beforeAll(async () => {
  admin = site.as(await staffSession(site, 'admin'))
  courseId = (await startClass(site, { title: '水质检测班' })).id
  const here = { checkedInAt: new Date(), checkedInBy: '王芳' }
  const come: [EnrolmentStatus, object[]][] = [
    ['waiting', [{}, {}]],
    ['unpaid', [{}, {}]],
    ['checkedIn', [here, here]],
    ['confirmed', [here, {}]],
  ]
  for (const _ of come) companies.push(await signUpComplete(site))
  const accounts = await site.services.db
    .select()
    .from(account)
    .where(
      inArray(
        account.id,
        companies.map(({ accountId }) => accountId),
      ),
    )
  for (const [i, [status, people]] of come.entries()) {
    const { organisationId } = accounts.find(({ id }) => id === companies[i]!.accountId)!
    orders.push(await seatPeople(site, courseId, people, { status, organisationId }))
  }
})

const toCourse = (standing?: string) => ({ audience: 'course', courseId, ...(standing && { standing }) })
const reached = async (to: object) => (await admin.get('/staff/mailing/audience', to as never)).data

describe('those of a course can be written to', () => {
  test('by how far they have got: with a place, confirmed, waiting, unpaid, absent', async () => {
    const people = async (standing?: string) => (await reached(toCourse(standing))).people
    expect([
      await people(),
      await people('confirmed'),
      await people('waiting'),
      await people('unpaid'),
      await people('absent'),
    ]).toEqual([3, 2, 1, 1, 1])
    const listed = async (to: object) =>
      (await admin.get('/staff/mailing/reach', { ...to, channel: 'inbox' } as never)).data.total
    expect([await listed(toCourse()), await listed(toCourse('waiting')), await listed(toCourse('confirmed'))]).toEqual([
      3, 1, 2,
    ])
    expect(await listed({ ...toCourse(), courseId: courseId + 1 })).toBe(0)
    expect((await reached(toCourse())).words).toBe('报名“水质检测班”的')
    expect((await reached(toCourse('absent'))).words).toBe('报名“水质检测班”、未报到的')
    expect(await admin.get('/staff/mailing/audience', { ...toCourse('late') } as never)).toMatchObject({ code: 400 })
    const text = { title: '缴费', content: '{名称}请缴费。' }
    const seen = (await admin.post('/staff/mailing/preview', { ...toCourse('unpaid'), ...text })).data
    expect(seen.sample.name).toBe(companies[1]!.orgName)
    expect((await admin.post('/staff/mailing/trial', { ...toCourse('unpaid'), ...text })).code).toBe(200)
    const sent = await admin.post('/staff/mailing/send', { ...toCourse('unpaid'), ...text, expected: 1 })
    expect(sent.code).toBe(200)
    await sendMailings(site.ctx())
    const inboxes = await Promise.all(companies.map(({ api }) => api.get('/member/message/list')))
    expect(inboxes.map(({ data }) => data.list.some(({ title }: { title: string }) => title === '缴费'))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  test('by rows of its lists: courses, orders of places, people of the roster', async () => {
    const chosen = (register: string, ...ids: number[]) => reached({ register, ids: ids.join() })
    expect(await chosen('course', courseId)).toMatchObject({ people: 3, words: '所选的 1 个培训班的报名者' })
    const [waiting, , , late] = orders
    expect(await chosen('registration', waiting!.id, late!.id)).toMatchObject({
      people: 2,
      words: '所选的 2 份报名的单位和个人',
    })
    expect(await chosen('participant', late!.people[1]!)).toMatchObject({
      people: 1,
      words: '所选的 1 名学员及其报名单位',
    })
  })

  test('by who may see those lists', async () => {
    const form = { name: '消息专员', permissions: ['staff:messages'], status: 'open' }
    const { id } = (await admin.post('/staff/role/save', { form })).data
    const roles: { id: number; code: string }[] = (await admin.get('/staff/role/list')).data.list
    const writer = await asStaff(site, await staffWith(site, [roles.find(role => role.id === id)!.code]))
    for (const register of ['course', 'registration', 'participant'])
      expect((await writer.get('/staff/mailing/audience', { register, ids: '1' })).code, register).toBe(403)
  })
})
