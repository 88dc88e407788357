import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '../src/lib/dates.ts'
import { jobRun } from '../src/lib/server/jobs/tables.ts'
import { account } from '../src/modules/accounts/server/tables.ts'
import { message } from '../src/modules/messages/server/tables.ts'
import { notifyJobFailures } from '../src/modules/oversight/server/failureAlerts.ts'
import { setUpSite, site } from './setups/site.ts'
import { applied, noticed } from './support/applying.ts'
import { confirmedEnrolment, enrol, memberCompany, openCourse, somePeople } from './support/enrolling.ts'
import { asStaff, codeFor, newAddress, newPhone, staffSession, staffWith, textsTo } from './support/make.ts'
import { importPayments } from './support/statements.ts'

setUpSite({ demo: true })

/** Creates a staff member and reads their inbox, newest first. */
async function colleague(...roles: string[]) {
  const userName = await staffWith(site, roles)
  const [row] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  const cookie = await staffSession(site, userName)
  const api = site.as(cookie)
  const inbox = async (): Promise<{ title: string; route: string; type: string }[]> =>
    (await api.get('/staff/message/list', { pageSize: 100 })).data.list
  const titles = async () => (await inbox()).map(({ title }) => title)
  return { ...api, cookie, id: row!.id, name: row!.displayName, inbox, titles }
}
const titlesOf = async (accountId: number) =>
  (await site.services.db.select().from(message).where(eq(message.accountId, accountId)).orderBy(message.id)).map(
    ({ title }) => title,
  )

describe('an application', () => {
  test('is told to the desk that it reaches, and to nobody of another desk', async () => {
    const [reviewer, clerk, cashier] = [
      await colleague('reviewer'),
      await colleague('secretary'),
      await colleague('cashier'),
    ]
    const { orgName, id } = await applied(site, await asStaff(site, 'reviewer'))
    const about = (titles: string[]) => titles.filter(title => title.includes(orgName!))
    expect(about(await reviewer.titles())).toEqual([`入会申请待复审：${orgName}`, `入会申请待初审：${orgName}`])
    expect(about(await clerk.titles())).toEqual([`入会申请待审议：${orgName}`])
    expect(about(await cashier.titles())).toEqual([])
    expect((await clerk.inbox())[0]).toMatchObject({ type: 'desk', route: `/staff/review/${id}` })
  })

  test('is told to who gets it to act on, once, and not to who takes it', async () => {
    const [reviewer, clerk] = [await colleague('reviewer'), await colleague('secretary')]
    const { id, orgName } = await applied(site, await asStaff(site, 'reviewer'))
    const assign = (assigneeId: number | null) => clerk.post('/staff/review/assign', { ids: [id], assigneeId })
    const admin = await asStaff(site, 'admin')
    await admin.post('/staff/review/assign', { ids: [id], assigneeId: clerk.id })
    await admin.post('/staff/review/assign', { ids: [id], assigneeId: clerk.id })
    expect((await clerk.titles()).filter(title => title === `交您办理：${orgName}的入会申请`)).toHaveLength(1)
    await assign(null)
    expect((await reviewer.titles()).some(title => title.startsWith('交您办理'))).toBe(false)
  })

  test('a note that names a colleague reaches that colleague alone', async () => {
    const [author, named, other] = [
      await colleague('reviewer'),
      await colleague('cashier'),
      await colleague('reviewer'),
    ]
    const { id, orgName } = await applied(site, await asStaff(site, 'reviewer'))
    await author.post('/staff/review/note', { id, text: `@${named.name} 请核对缴费。抄送 ${other.name}` })
    expect((await named.titles())[0]).toBe(`${author.name} 在备注中提到您：${orgName}`)
    expect((await other.titles()).some(title => title.includes('提到您'))).toBe(false)
  })

  test('an objection reaches those who decide, and its number the objector', async () => {
    const clerk = await colleague('secretary')
    const { noticeId, accountId } = await noticed(site, await asStaff(site, 'reviewer'))
    const phone = newPhone()
    const code = await codeFor(site, { scene: 'objection', phone })
    const reason =
      '该单位申报的清洗业绩与事实不符：所列项目实际由其他单位完成，施工时间、地点和验收报告均对不上，请予核查。'
    const form = { noticeId, name: '李晓明', phone, code, reason }
    const { data } = await site.from(newAddress()).post('/app/publicity/notice/objection', form)
    expect((await clerk.inbox())[0]).toMatchObject({ title: `收到公示异议 ${data.number}`, type: 'objection' })
    expect((await textsTo(site, phone))[0]).toContain(data.number)
    expect((await titlesOf(accountId)).at(-1)).toBe('入会申请：公示异议')
  })
})

describe('a course', () => {
  test('that is full is told to who runs courses, when the first one has to wait', async () => {
    const trainer = await colleague('trainer')
    const courseId = await openCourse(site, { quota: 1, title: '报满的班' })
    for (const i of [1, 2, 3]) await enrol(site, (await memberCompany(site)).token, courseId, somePeople(70_000 + i, 1))
    expect((await trainer.titles()).filter(title => title === '有人候补：报满的班')).toHaveLength(1)
  })

  test('of another time or place is told to whoever is enrolled; of another text to nobody', async () => {
    const trainer = await colleague('trainer')
    const courseId = await openCourse(site, {
      feeMember: 0,
      feeOther: 0,
      provinceCode: '320000',
      venue: '示例会议中心',
      contactPhone: '010-55500135',
      syllabus: '<p>水质分析</p>',
    })
    const own = await memberCompany(site)
    await confirmedEnrolment(site, own.token, courseId, somePeople(71_000, 1))
    const save = async (form: object) => {
      const { data } = await trainer.get('/staff/training/course/detail', { id: courseId })
      const sent = { id: courseId, version: data.version, form: { ...data.form, ...form } }
      return trainer.post('/staff/training/course/save', sent)
    }
    const told = async () => (await titlesOf(own.accountId)).filter(title => title.includes('安排有变化'))
    expect(await save({ contactName: '培训部 江晚舟' })).toMatchObject({ code: 200, msg: 'ok' })
    expect(await told()).toHaveLength(0)
    const startsOn = addDays(dayOf(new Date()), 21)
    expect((await save({ startsOn, address: '新的会议中心' })).code).toBe(200)
    expect(await told()).toHaveLength(1)
    expect((await textsTo(site, own.phone))[0]).toMatch(/开始日期改为 .*地点改为 .*新的会议中心/)
  })
})

test('a bank’s list that was imported is told to the others of that desk', async () => {
  const [one, other] = [await colleague('cashier'), await colleague('cashier')]
  await importPayments(site, one.cookie, { amount: 2_000, payer: '某公司' })
  expect((await other.inbox())[0]).toMatchObject({ title: '银行流水已导入：示例银行 流水.csv', type: 'money' })
  expect((await one.titles()).some(title => title.startsWith('银行流水'))).toBe(false)
})

test('an article tells who publishes that it is there, and its writer what became of it', async () => {
  const [writer, editor] = [await colleague('writer'), await colleague('editor')]
  const values = { catalogId: 43, title: '送审的稿件', content: '<p>正文。</p>', summary: '摘要', source: '本会' }
  const { data } = await writer.post('/staff/article/create', {})
  await writer.post('/staff/article/save', { id: data.id, version: 1, values })
  const act = async (by: typeof writer, name: string, more = {}) => {
    const { version } = (await by.get('/staff/article/detail', { id: data.id })).data
    const answer = await by.post(`/staff/article/${name}`, { id: data.id, version, ...more })
    if (answer.code !== 200) throw new Error(answer.msg)
  }
  await act(writer, 'handIn')
  expect((await editor.titles())[0]).toBe('稿件送审：送审的稿件')
  await act(editor, 'return', { reason: '请补充地点' })
  expect((await writer.inbox())[0]).toMatchObject({
    title: '稿件被退回：送审的稿件',
    content: expect.stringContaining('请补充地点'),
  })
  await act(writer, 'handIn')
  await act(editor, 'publish')
  expect((await writer.titles())[0]).toBe('稿件已发布：送审的稿件')
})

test('a job that failed three times running is told to who looks after the system, once until it has succeeded', async () => {
  const auditor = await colleague('auditor')
  const { db } = site.services
  const ctx = site.ctx()
  const ran = async (result: 'failed' | 'done') => {
    await db.insert(jobRun).values({ job: 'testJob', result, error: '没有应答', finishedAt: new Date() })
    await notifyJobFailures(ctx)
    return (await auditor.titles()).filter(title => title === '定时任务连续失败：testJob').length
  }
  const told = []
  for (const result of ['failed', 'failed', 'failed', 'failed', 'done', 'failed', 'failed', 'failed'] as const)
    told.push(await ran(result))
  expect(told).toEqual([0, 0, 1, 1, 1, 1, 1, 2])
})
