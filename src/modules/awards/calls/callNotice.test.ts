import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { article } from '#modules/content/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { anAward, applicant, awardDesks, openCall } from '#test/support/awarding.ts'
import { putFile, staffSession, staffWith } from '#test/support/make.ts'
import { awardCall } from '../server/tables.ts'

setUpSite({ demo: true })

let awards: Awaited<ReturnType<typeof awardDesks>>['awards']
beforeAll(async () => {
  awards = (await awardDesks(site)).awards
})
const today = dayOf(new Date())
const detail = async (id: number) => (await awards.get('/staff/award/call/detail', { id })).data

describe('a call', () => {
  test('leads to its article and its template, on the desk, for members and in public', async () => {
    const { kind, call } = await openCall(site)
    const headers = {
      ...(await staffSession(site, await staffWith(site, ['awards']))),
      'sec-fetch-site': 'same-origin',
    }
    const templateId = await putFile(site, headers, '申报书样式.png', undefined, 'document')
    const [said] = (await awards.get('/staff/award/call/articles', { key: '通知' })).data
    const { db } = site.services
    const [notice] = await db.select().from(article).where(eq(article.id, said.id)).orderBy(desc(article.id))
    const { version } = await detail(call.id)
    const given = { id: call.id, version, articleId: said.id, templateId }
    expect((await site.as(headers).post('/staff/award/call/save', given)).code).toBe(200)
    expect(await detail(call.id)).toMatchObject({
      article: { id: said.id, title: notice!.title },
      template: { id: templateId, name: '申报书样式.png' },
    })
    const by = await applicant(site)
    const { openTypes } = (await by.api.get('/award/list')).data
    expect(openTypes.find(({ callId }: { callId: number }) => callId === call.id)).toMatchObject({
      noticeId: said.id,
      template: { id: templateId, name: '申报书样式.png' },
    })
    const apply = (await by.api.get('/award/getApply', { type: kind.code, year: call.year })).data
    expect(apply.call.noticeId).toBe(said.id)
    const kinds = (await site.get('/app/publicity/award/kind/list')).data
    const { calls } = kinds.find((one: { kind: string }) => one.kind === kind.code)
    expect(calls).toMatchObject([{ id: call.id, noticeId: said.id }])
  })

  test('that is a draft says what it lacks to be published', async () => {
    const kind = await anAward(site)
    const days = { opensOn: addDays(today, -9), closesOn: today }
    const year = Number(today.slice(0, 4))
    const { data } = await awards.post('/staff/award/call/create', { kindId: kind.id, year, ...days })
    expect((await detail(data.id)).missing).toEqual([])
    const over = { closesOn: addDays(today, -1) }
    await site.services.db.update(awardCall).set(over).where(eq(awardCall.id, data.id))
    expect((await detail(data.id)).missing).toEqual(['截止日期已过，请先改期'])
  })

  test('is closed before its day with a reason, which whoever is filling in is told', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    await by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
    const { version } = await detail(call.id)
    const given = { id: call.id, version, reason: '名额已满' }
    expect((await awards.post('/staff/award/call/close', { ...given, reason: '' })).code).toBe(400)
    const { data } = await awards.post('/staff/award/call/close', given)
    expect(data).toMatchObject({ id: call.id, version: version + 1, status: 'closed', statusName: '已截止' })
    expect((await detail(call.id)).closesOn).toBe(today)
    expect((await by.api.get('/award/message/list')).data.list[0].content).toContain('名额已满')
  })
})
