import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import * as awarding from '#test/support/awarding.ts'
import { codeFor, newAddress, newPhone } from '#test/support/make.ts'
import { addDays, daysBetween } from '../../lib/dates.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { certificate } from '../certificates/server/tables.ts'
import { publicNotice } from '../review/server/tables.ts'

setUpSite({ demo: true })

let desks: Awaited<ReturnType<typeof awarding.awardDesks>>
beforeAll(async () => {
  desks = await awarding.awardDesks(site)
})

const openNoticeOf = async (id: number) => {
  const rows = await site.services.db.select().from(publicNotice).where(eq(publicNotice.applicationId, id))
  return rows.find(({ endedAt }) => !endedAt)!
}
const statusOf = async (id: number) => (await desks.reviewer.get('/staff/review/detail', { id })).data.status

test('from call to certificate: a conflict refused, an objection upheld, one level lower, checked by its number', {
  timeout: 120_000,
}, async () => {
  const called = await awarding.openCall(site)
  const by = await awarding.applicant(site)
  const { id, entryId, number } = await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer })
  const judges = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
  const tied = await awarding.judge(site, { ties: [{ organisationName: by.orgName!, creditCode: by.creditCode! }] })

  // An expert who works for the applicant cannot be chosen, and it is kept that somebody tried.
  const round = await awarding.openRound(desks.awards, {
    callId: called.call.id,
    entryIds: [entryId],
    judges,
    open: false,
  })
  const experts = [...judges, tied].map(({ expertId }, i) => ({ expertId, role: i === 0 ? 'leader' : 'member' }))
  const refused = await desks.awards.post('/staff/award/round/panel', { ...round, experts })
  expect(refused.code).toBe(409)
  expect(refused.msg).toContain(by.orgName)
  const { db } = site.services
  const tried = await db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'awardRound.refuse'))
    .orderBy(auditEvent.id)
  expect(tried.map(({ objectId }) => objectId)).toEqual([round.id])

  expect((await desks.awards.post('/staff/award/round/open', round)).code).toBe(200)
  for (const [i, one] of judges.entries())
    await awarding.scoreEntry(one, round.id, entryId, { rules: called.call.rules, total: 85 + i })
  await awarding.proposeAll(desks.awards, round.id, 'first')
  expect(await statusOf(id)).toBe('deciding')

  // The committee, not one member of staff; and not who reviewed it.
  const { data: seen } = await desks.secretary.get('/staff/review/detail', { id })
  const alone = { id, version: seen.version, action: 'pass', opinion: '同意' }
  expect((await desks.secretary.post('/staff/decision/record', alone)).msg).toContain('奖励委员会')
  const meeting = await awarding.meetOn(site, desks.secretary, [id])
  expect(meeting.code).toBe(200)
  const { data: held } = await desks.secretary.get('/staff/meeting/detail', { id: meeting.meetingId })
  expect(held.agenda[0].notes).toContainEqual({ label: '建议等级', text: '一等奖' })
  expect(held.agenda[0].notes).toContainEqual({ label: '得分', text: '86.000' })
  const name = `${called.call.year} 年度${called.kind.name}`
  expect(held.announcements[0].title).toBe(`关于${name}拟授奖项目的公示`)

  const first = await openNoticeOf(id)
  expect(first.detail).toBe(`拟授 ${name}·科技进步奖一等奖`)
  expect(daysBetween(first.fromDay, first.toDay)).toBeGreaterThanOrEqual(7)
  const shown = (await site.get('/app/publicity/notice/info', { id: first.id })).data
  expect(shown.table.rows).toContainEqual(['完成人', '1', '李晓明', by.orgName])

  // An objection under a real name is upheld, and the committee lowers the level.
  const phone = newPhone()
  const code = await codeFor(site, { scene: 'objection', phone })
  const reason =
    '该项目所列经济效益与事实不符：其中两台锅炉并未采用该技术，新增利润重复计算，附有运行记录复印件为证，请协会予以核查。'
  const objection = { noticeId: first.id, name: '李文', phone, code, reason }
  const raised = await site.from(newAddress()).post('/app/publicity/notice/objection', objection)
  expect(raised.code).toBe(200)
  const objectionId = Number(raised.data.number.slice(-6))
  await desks.secretary.post('/staff/objection/accept', { id: objectionId })
  const result = '经核查运行记录，两台锅炉确未采用，经济效益应予核减。'
  await desks.secretary.post('/staff/objection/decide', { id: objectionId, action: 'uphold', result })
  expect(await statusOf(id)).toBe('deciding')
  const lowered = { entryId, was: 'first', levelCode: 'second', reason: '经济效益核减' }
  expect((await desks.awards.post('/staff/award/entry/level', lowered)).code).toBe(200)
  expect((await awarding.meetOn(site, desks.secretary, [id])).code).toBe(200)
  expect((await openNoticeOf(id)).detail).toBe(`拟授 ${name}·科技进步奖二等奖`)

  await awarding.nightAfterNotice(site, id)
  expect(await statusOf(id)).toBe('approved')
  const { data: list } = await desks.awards.get('/staff/award-winner/list', { kindId: called.kind.id })
  expect(list.list).toMatchObject([
    { levelName: '二等奖', certificates: 3, state: 'unpublished', organisations: [by.orgName] },
  ])

  // One certificate for the organisation and one for each person, numbered without gaps.
  const winnerId = list.list[0].id
  const { papers } = (await desks.awards.get('/staff/award-winner/detail', { id: winnerId })).data
  const { year } = called.call
  expect(papers.map((paper: { number: string }) => paper.number.split('-').slice(1).join('-'))).toEqual(
    [1, 2, 3].map(n => `${called.kind.numberCode}-${year}-000${n}`),
  )
  expect(papers.map((one: { role: string; place: number }) => `${one.role}${one.place}`)).toEqual([
    '完成单位1',
    '完成人1',
    '完成人2',
  ])
  const [row] = await db.select().from(certificate).where(eq(certificate.number, papers[0].number))
  expect(row).toMatchObject({ register: 'award', validTo: null, holderName: by.orgName, levelName: '二等奖' })

  // Anybody with the number reads the certificate, except the full name of a person.
  const verified = (await site.get('/cert/verify', { number: papers[1].number })).data
  expect(verified).toMatchObject({ register: 'award', levelName: '二等奖', validTo: null, holderMasked: true })
  expect(verified.holderName).toBe('李*明')
  expect(verified.scope).toContain('名次：完成人，第 1（共 2）')

  // Public from the day that staff choose: in the list, and in the search.
  const find = async (key: string) => (await site.get('/app/publicity/award/list', { key })).data.list
  const work = list.list[0].name
  expect(await find(work)).toEqual([])
  const publish = (on: string | null) => desks.awards.post('/staff/award-winner/publish', { ids: [winnerId], on })
  expect((await publish(addDays(row!.issuedOn, -1))).code).toBe(400)
  expect((await publish(addDays(row!.issuedOn, 1))).code).toBe(200)
  expect(await find(work)).toEqual([])
  expect((await publish(row!.issuedOn)).code).toBe(200)
  expect(await find(work)).toMatchObject([{ name: work, levelName: '二等奖', persons: ['李晓明', '王芳'] }])
  expect(await find('李晓明')).toMatchObject([{ name: work }])
  const { list: hits } = (await site.get('/search', { key: work })).data
  expect(hits.map(({ type }: { type: string }) => type)).toContain('award')

  const acts = await db.select().from(auditEvent).where(eq(auditEvent.objectType, 'awardWinner')).orderBy(auditEvent.id)
  expect(acts.filter(({ objectId }) => objectId === winnerId).map(({ action }) => action)).toEqual([
    'awardWinner.award',
    'awardWinner.publish',
    'awardWinner.publish',
  ])
  expect((await by.api.get('/member/application/detail', { id })).data.number).toBe(number)
})
