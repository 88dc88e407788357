import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { memberOf } from '#test/setups/membership/memberRegister.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import * as awarding from '#test/support/awarding.ts'
import { importer } from '#test/support/importer.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { awardsContract } from '../contract.ts'
import { awardCertificate, awardKind } from '../server/tables.ts'
import { staffAwardsContract } from '../staffContract.ts'

setUpSite({ demo: true })

let desks: Awaited<ReturnType<typeof awarding.awardDesks>>
beforeAll(async () => {
  desks = await awarding.awardDesks(site)
})

const today = dayOf(new Date())
const aDesk = async () => asStaff(site, await staffWith(site, ['awards']))
const winnerOf = async (kindId: number) => (await desks.awards.get('/staff/award-winner/list', { kindId })).data.list[0]
const shown = async (key: string) => (await site.get('/app/publicity/award/list', { key })).data.list
const papersOf = (winnerId: number) =>
  site.services.db
    .select({ of: certificate })
    .from(awardCertificate)
    .innerJoin(certificate, eq(certificate.id, awardCertificate.certificateId))
    .where(eq(awardCertificate.winnerId, winnerId))
    .orderBy(asc(certificate.number))
const kindId = async () =>
  String((await site.services.db.select().from(awardKind).where(eq(awardKind.code, 'science')))[0]!.id)
const typed = async (more: object = {}) => ({
  kindId: await kindId(),
  year: 2015,
  name: '链条炉排锅炉节能改造',
  levelName: '二等奖',
  awardedOn: '2015-11-20',
  organisations: '北京示例锅炉有限公司\n示例省锅炉研究所',
  persons: '赵一鸣；钱二南',
  ...more,
})

test('no call of awards knows of money', () => {
  const isMoney = /fee|money|amount|price|pay|cost|费用|收费|缴费/i
  for (const [key, { input }] of Object.entries({ ...awardsContract, ...staffAwardsContract })) {
    const names = Object.keys('shape' in input ? input.shape : {})
    expect([key, ...names].filter(name => isMoney.test(name))).toEqual([])
  }
})

describe('an award of ours', { timeout: 90_000 }, () => {
  test('goes to no more people than its level has room for, and links whom the register knows', async () => {
    const names = ['李晓明', '王芳', '赵一', '钱二', '孙三', '周四', '吴五', '郑六', '冯七', '陈八']
    const persons = names.slice(0, 9).map(name => ({ name, organisation: '示例省锅炉研究所', contribution: '研究' }))
    const { kind, by } = await awarding.wonEntry(site, desks, { persons })
    const winner = await winnerOf(kind.id)
    expect(winner).toMatchObject({ levelName: '一等奖', certificates: 10 })
    const papers = await papersOf(winner.id)
    expect(papers[0]!.of).toMatchObject({
      organisationId: expect.any(Number),
      personId: null,
      creditCode: by.creditCode,
    })
    expect(papers[1]!.of).toMatchObject({ organisationId: null, personId: null, holderName: '李晓明' })
    const own = (await by.api.get('/member/qualification/list')).data
    expect(own.map(({ certNo }: { certNo: string }) => certNo)).toContain(papers[0]!.of.number)
    const told = (await by.api.get('/member/message/list')).data.list
    expect(told[0].content).toContain(`编号 ${papers[0]!.of.number} 至 ${papers[9]!.of.number}`)
  })

  test('a wrong name is put right on list and certificate, under the same number', async () => {
    const desk = await aDesk()
    const { kind } = await awarding.wonEntry(site, desks)
    const winner = await winnerOf(kind.id)
    const form = { ...winner, organisations: winner.organisations.join('\n'), persons: '李小明\n王芳' }
    const given = { id: winner.id, version: winner.version, form, reason: '姓名误写' }
    const fewer = await desk.post('/staff/award-winner/save', { ...given, form: { ...form, persons: '李小明' } })
    expect(fewer).toMatchObject({ code: 400, data: { fields: { persons: expect.stringContaining('不能增减') } } })
    expect((await desk.post('/staff/award-winner/save', given)).code).toBe(200)
    expect((await winnerOf(kind.id)).persons).toEqual(['李小明', '王芳'])
    const { of } = (await papersOf(winner.id))[1]!
    expect(of.holderName).toBe('李小明')
    const { data } = await site.post('/cert/verify/name', { number: of.number, name: '李小明' })
    expect(data.certificate.history).toMatchObject([{ event: 'issued' }, { event: 'corrected', reason: '姓名误写' }])
    expect((await desk.post('/staff/award-winner/save', given)).code).toBe(409)
  })

  test('is taken back with its certificates, and stays in the list as that', async () => {
    const desk = await aDesk()
    const { kind } = await awarding.wonEntry(site, desks)
    const { id, name } = await winnerOf(kind.id)
    await desk.post('/staff/award-winner/publish', { ids: [id], on: today })
    const { version } = await winnerOf(kind.id)
    const given = { id, version, effectiveOn: today, reason: '经查申报材料不实' }
    expect((await desk.post('/staff/award-winner/withdraw', given)).code).toBe(200)
    const [, { of }] = (await papersOf(id)) as [unknown, { of: typeof certificate.$inferSelect }]
    expect((await site.get('/cert/verify', { number: of.number })).data.today.certStatus).toBe('revoked')
    const withdrawn = { date: today, reason: '经查申报材料不实' }
    expect(await shown(name)).toMatchObject([{ name, withdrawn }])
    expect((await winnerOf(kind.id)).withdrawn).toEqual(withdrawn)
    expect((await desk.get('/staff/award-winner/detail', { id })).data.withdrawn).toEqual(withdrawn)
    expect((await desk.post('/staff/award-winner/withdraw', given)).code).toBe(409)
    expect((await desk.post('/staff/award-winner/publish', { ids: [id], on: null })).code).toBe(409)
    expect((await site.get('/app/publicity/award/top30')).data.map((one: { id: number }) => one.id)).not.toContain(id)
  })

  test('two that are awarded at once take numbers that follow each other', async () => {
    const called = await awarding.openCall(site)
    const [one, other] = [await awarding.applicant(site), await awarding.applicant(site)]
    const entries = []
    for (const by of [one, other])
      entries.push(await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
    const judges = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
    const entryIds = entries.map(({ entryId }) => entryId)
    const round = await awarding.openRound(desks.awards, { callId: called.call.id, entryIds, judges })
    for (const judge of judges)
      for (const entryId of entryIds)
        await awarding.scoreEntry(judge, round.id, entryId, { rules: called.call.rules, total: 80 })
    await awarding.proposeAll(desks.awards, round.id, 'second')
    await awarding.meetOn(
      site,
      desks.secretary,
      entries.map(({ id }) => id),
    )
    const [first] = entries
    const hanging = await site.services.db.select().from(publicNotice).where(eq(publicNotice.applicationId, first!.id))
    const { noticeEndsOn } = (await one.api.get('/award/getApply', { id: first!.id })).data
    expect(noticeEndsOn).toBe(hanging[0]!.toDay)
    await Promise.all(entries.map(({ id }) => awarding.nightAfterNotice(site, id)))
    const { data } = await desks.awards.get('/staff/award-winner/list', { kindId: called.kind.id })
    const papers = await Promise.all(data.list.map(({ id }: { id: number }) => papersOf(id)))
    const last = papers.flat().map(({ of }) => Number(of.number.split('-').at(-1)))
    expect(last.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('earlier winners', () => {
  test('are typed in, shown when they are published, and removed only before that', async () => {
    const desk = await aDesk()
    const nobodys = await desk.post('/staff/award-winner/save', {
      form: await typed({ organisations: '', persons: '' }),
    })
    expect(nobodys.data.fields.organisations).toContain('至少')
    const { data: made } = await desk.post('/staff/award-winner/save', { form: await typed() })
    expect(await shown('链条炉排')).toEqual([])
    await desk.post('/staff/award-winner/publish', { ids: [made.id], on: '2015-12-01' })
    expect(await shown('示例省锅炉研究所')).toMatchObject([{ year: 2015, persons: ['赵一鸣', '钱二南'] }])
    const removed = { ...made, reason: '重复录入' }
    expect((await desk.post('/staff/award-winner/remove', removed)).msg).toContain('先撤下')
    await desk.post('/staff/award-winner/publish', { ids: [made.id], on: null })
    expect((await desk.post('/staff/award-winner/remove', removed)).code).toBe(200)
    expect((await desk.get('/staff/award-winner/detail', { id: made.id })).code).toBe(404)
  })

  test('stand on the page of the member that won them, withdrawn or not', async () => {
    const desk = await aDesk()
    const { id: memberId } = await memberOf('北京清源锅炉清洗有限公司')
    const about = { name: '清洗废液的处理', subTypeName: '技术开发', groupName: '节能环保' }
    const organisations = '北京清源锅炉清洗有限公司\n示例大学'
    const { data: made } = await desk.post('/staff/award-winner/save', {
      form: await typed({ ...about, organisations, levelName: '一等奖' }),
    })
    await desk.post('/staff/award-winner/publish', { ids: [made.id], on: '2015-12-01' })
    const awardsOf = async (id: number) => (await site.get('/app/publicity/award/organisation/list', { id })).data
    const own = async () => (await awardsOf(memberId)).find(({ id }: { id: number }) => id === made.id)
    expect(JSON.stringify(await awardsOf(memberId + 1))).not.toContain(about.name)
    expect(await own()).toEqual({
      ...about,
      id: made.id,
      year: 2015,
      kind: 'science',
      kindName: '锅炉科学技术奖',
      levelName: '一等奖',
      organisations: ['北京清源锅炉清洗有限公司', '示例大学'],
      persons: ['赵一鸣', '钱二南'],
      awardedOn: '2015-11-20',
      withdrawn: null,
    })
    expect((await shown('清洗废液的处理'))[0].members).toEqual([{ name: '北京清源锅炉清洗有限公司', id: memberId }])
    const { version } = (await desk.get('/staff/award-winner/detail', { id: made.id })).data
    const given = { id: made.id, version, effectiveOn: today, reason: '重复授奖' }
    expect((await desk.post('/staff/award-winner/withdraw', given)).code).toBe(200)
    expect((await own()).withdrawn).toEqual({ date: today, reason: '重复授奖' })
  })

  test('come by the workbook, once, and go with it', { timeout: 90_000 }, async () => {
    const admin = await importer(site, 'admin')
    const headings = ['年度', '奖项', '等级', '项目名称', '单位', '人员', '授奖日期', '公布日期']
    const rows = [
      [
        '2012',
        '锅炉科学技术奖',
        '一等奖',
        '水火管锅炉拱形管板',
        '北京示例锅炉有限公司；示例大学',
        '赵一鸣',
        '2012-11-20',
        '2012-12-01',
      ],
      ['2012', '锅炉科学技术奖', '二等奖', '锅炉水质快速检测', '', '', '2012-11-20', ''],
    ]
    const bytes = await workbookOf([headings, ...rows])
    const batch = await admin.check('winners', bytes)
    expect(await admin.faults(batch.id)).toMatchObject([{ row: 3 }])
    await admin.start(batch.id)
    expect(await shown('拱形管板')).toMatchObject([{ year: 2012, organisations: ['北京示例锅炉有限公司', '示例大学'] }])
    const again = await admin.check('winners', bytes)
    expect(again).toMatchObject({ added: 0, same: 1 })
    await admin.post('/staff/import/undo', { id: batch.id })
    expect(await shown('拱形管板')).toEqual([])
  })

  test('are for the award office alone', async () => {
    const reviewer = await asStaff(site, 'reviewer')
    expect((await reviewer.get('/staff/award-winner/list')).code).toBe(403)
  })

  test('of the demo association are public, with the awards that may be applied for', async () => {
    const { data: kinds } = await site.get('/app/publicity/award/kind/list')
    const science = kinds.find(({ kind }: { kind: string }) => kind === 'science')
    expect(science.levels.slice(0, 2)).toEqual(['一等奖', '二等奖'])
    const { data } = await site.get('/app/publicity/award/list', { kind: 'science', year: science.years[0] })
    expect(data.list[0].levelName).toBe('一等奖')
    const desk = await aDesk()
    const text = await desk.get('/staff/award-winner/announcement', { kindId: await kindId(), year: science.years[0] })
    expect(text.data.html).toContain(data.list[0].name)
  })
})
