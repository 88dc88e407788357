import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { anAward, applicant, awardDesks, openCall } from '#test/support/awarding.ts'
import { putFile, staffSession, staffWith } from '#test/support/make.ts'
import { awardKind } from '../server/tables.ts'

setUpSite({ demo: true })

let desks: Awaited<ReturnType<typeof awardDesks>>
beforeAll(async () => {
  desks = await awardDesks(site)
})

const today = dayOf(new Date())
const detail = async (id: number) => (await desks.awards.get('/staff/award/call/detail', { id })).data

describe('a call that has its article and its template', () => {
  let call: Awaited<ReturnType<typeof openCall>>['call']
  let kind: Awaited<ReturnType<typeof openCall>>['kind']
  let article: { id: number; title: string }
  beforeAll(async () => {
    ;({ call, kind } = await openCall(site, { hidesApplicants: true, year: 2026 }))
    const found = await desks.awards.get('/staff/award/call/articles', { key: '奖' })
    article = found.data[0]
    const cookie = await staffSession(site, await staffWith(site, ['awards']))
    const given = { ...cookie, 'sec-fetch-site': 'same-origin' }
    const templateId = await putFile(site, given, '申报书样式.png', undefined, 'document')
    const saved = { id: call.id, version: call.version, articleId: article.id, templateId }
    expect((await site.as(cookie).post('/staff/award/call/save', saved)).code).toBe(200)
  })

  test('names them to the office', async () => {
    expect(await detail(call.id)).toMatchObject({
      article: { id: article.id, title: article.title },
      template: { name: '申报书样式.png' },
    })
  })

  test('leads applicants to both, and says that experts will not learn who applies', async () => {
    const by = await applicant(site)
    const { data } = await by.api.get('/award/list', {})
    const open = data.openTypes.find(({ type }: { type: string }) => type === kind.code)
    expect(open).toMatchObject({ noticeId: article.id, hidesApplicants: true, template: { name: '申报书样式.png' } })
    const form = (await by.api.get('/award/getApply', { type: kind.code, year: 2026 })).data
    expect(form.call).toMatchObject({ noticeId: article.id, hidesApplicants: true })
  })

  test('leads visitors to its article', async () => {
    const { data } = await site.get('/app/publicity/award/kind/list')
    const shown = data.find(({ kindName }: { kindName: string }) => kindName === kind.name)
    expect(shown.calls).toMatchObject([{ year: 2026, noticeId: article.id }])
  })
})

test('a call is closed early with a reason that whoever is filling in is told', async () => {
  const { kind, call } = await openCall(site)
  const by = await applicant(site)
  await by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
  const given = { id: call.id, version: call.version }
  expect((await desks.awards.post('/staff/award/call/close', { ...given, reason: '' })).code).toBe(400)
  expect(await desks.awards.post('/staff/award/call/close', { ...given, reason: '名额已满' })).toMatchObject({
    data: { id: call.id, version: call.version + 1, status: 'closed', statusName: '已截止' },
  })
  expect((await by.api.get('/award/message/list')).data.list[0].content).toContain('名额已满')
})

test('a draft says what it lacks to be published, and is deleted', async () => {
  const kind = await anAward(site)
  const given = { kindId: kind.id, year: Number(today.slice(0, 4)), opensOn: today, closesOn: addDays(today, 9) }
  const { id } = (await desks.awards.post('/staff/award/call/create', given)).data
  await site.services.db.update(awardKind).set({ isOpen: false }).where(eq(awardKind.id, kind.id))
  const { version, missing } = await detail(id)
  expect(missing).toEqual([`${kind.name}已停办`])
  expect(await desks.awards.post('/staff/award/call/publish', { id, version })).toMatchObject({
    code: 400,
    msg: `还不能发布：${missing.join('；')}`,
  })
  expect((await desks.awards.post('/staff/award/call/remove', { id, version })).code).toBe(200)
  expect((await desks.awards.get('/staff/award/call/detail', { id })).code).toBe(404)
})
