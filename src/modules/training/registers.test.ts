import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { participant } from './server/tables.ts'

setUpSite({ demo: true })

test('the courses are narrowed by each filter and sorted by their headings, and so is their workbook', async () => {
  const courses = await openRegister(site, '/staff/training/course', 'trainer')
  await expectNarrowed(courses, [
    [{ key: '常州' }, row => [row.title, row.batch, row.city].some(text => text.includes('常州'))],
    [{ status: 'open' }, row => row.status === 'open'],
    [{ kind: 'seminar' }, row => row.kind === 'seminar'],
  ])
  const { rows } = await courses.list()
  const year = rows[0]!.cells.startDate!.slice(0, 4)
  const ofYear = rows.filter(({ cells }) => cells.startDate!.startsWith(year))
  expect((await courses.list({ year })).rows).toEqual(ofYear)
  expect(await courses.workbook({ year })).toHaveLength(ofYear.length)
  await expectSorted(
    courses,
    { columns: 'title,city,applyFrom,applyDeadline,startDate,endDate,quota,enrolled,feeMember,feeOther' },
    {
      title: byName(row => row.title),
      city: byName(row => row.city),
      applyFrom: by(row => row.applyFrom),
      applyDeadline: by(row => row.applyDeadline),
      startDate: by(row => row.startDate),
      endDate: by(row => row.endDate),
      quota: by(row => row.quota),
      enrolled: by(row => row.enrolled),
      feeMember: by(row => row.feeMember),
      feeOther: by(row => row.feeOther),
    },
  )
  await expectNoOtherSort(courses, '/staff/training/course')
  const [line] = await courses.workbook({ key: '项目负责人取证班（第3期）' })
  expect(line).toMatchObject({
    期次: '第3期',
    类别: '取证班',
    方式: '线下',
    城市: '苏州',
    名额: '60',
    会员收费: '2400',
  })
  expect(Object.keys(line!).join(' ')).toBe(
    '名称 期次 类别 状态 方式 城市 报名开始 报名截止 开班日期 结束日期 名额 已报名 候补 待缴费 会员收费 非会员收费',
  )
})

test('the registrations are narrowed and sorted likewise; who takes their workbook is noted, without the words', async () => {
  const path = '/staff/training/registrations'
  const registrations = await openRegister(site, path, 'trainer', path)
  const [first] = (await registrations.page({ pageSize: 1 })).list
  await expectNarrowed(registrations, [
    [{ key: first.number }, row => row.number === first.number],
    [{ key: first.organisationName }, row => row.organisationName === first.organisationName],
    [{ courseId: first.courseId }, row => row.courseId === first.courseId],
    [{ status: first.status }, row => row.status === first.status],
  ])
  await expectSorted(
    registrations,
    { columns: 'organisationName,courseTitle,persons,totalFee,submitTime' },
    {
      organisationName: byName(row => row.organisationName),
      courseTitle: byName(row => row.courseTitle),
      persons: by(row => row.persons),
      totalFee: by(row => row.totalFee),
      submitTime: by(row => Date.parse(row.submitTime)),
    },
  )
  const [line] = await registrations.workbook({ status: first.status, key: first.number })
  expect(line).toMatchObject({ 报名编号: first.number, 培训班: first.courseTitle, 状态: first.statusName })
  expect(line!.联系人手机).toMatch(/^1\d\d\*{4}\d{4}$/)
  const lines = (await site.services.db.select().from(auditEvent).orderBy(auditEvent.id)).filter(
    ({ action }) => action === 'registration.export',
  )
  expect(lines.at(-1)!.detail).toEqual({ status: first.status, rows: 1 })
  const saved = await registrations.staff.post('/staff/view/save', {
    register: 'registration',
    name: '某人',
    query: 'key=13900001234',
  })
  expect(saved).toMatchObject({ code: 400, msg: expect.stringContaining('为保护个人信息') })
})

test('the trainees are narrowed and sorted likewise, and so is their workbook', async () => {
  const path = '/staff/training/trainee'
  const trainees = await openRegister(site, path, 'trainer')
  const [first] = (await trainees.page({ pageSize: 1 })).list
  const { db } = site.services
  const [held] = await db.select().from(certificate).where(eq(certificate.register, 'personnel')).limit(1)
  await db.update(participant).set({ certificateId: held!.id }).where(eq(participant.id, first.id))
  await expectNarrowed(trainees, [
    [{ courseId: first.courseId }, row => row.courseId === first.courseId],
    [{ tookPart: 'no' }, ({ cells }) => cells.tookPart === '否'],
    [{ result: 'failed' }, ({ cells }) => cells.resultName === '不合格'],
    [{ certified: 'yes' }, ({ cells }) => cells.certificateNumber === held!.number],
  ])
  await expectSorted(
    trainees,
    { provinceCode: '320000', columns: 'name,endDate' },
    { endDate: by(row => row.cells.endDate) },
  )
  await expectNoOtherSort(trainees, path)
})
