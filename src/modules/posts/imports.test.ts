import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { asStaff, newPhone, staffWith } from '#test/support/make.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { appointment } from './server/tables.ts'

setUpSite({ demo: true })

const HEADINGS = ['姓名', '单位', '职务', '机构', '任期起', '任期止', '出生年月', '手机', '例外理由']

test('the list of an office is held against the rules row by row, entered, shown and taken back', async () => {
  const { db } = site.services
  const admin = await importer(site, 'admin')
  const mobile = newPhone()
  const day = (await db.select().from(appointment).where(eq(appointment.personName, '严柏清')))[0]!.fromDay
  const rows = [
    ['卓听松', '北京清源锅炉清洗有限公司', '理事', '理事会', day, '', '', mobile],
    ['未登记者', '没有登记的公司', '监事', '', day, '', '', ''],
    ['严柏清', '杭州之江水处理技术研究所', '理事长', '理事会', day, '', '1963-04', ''],
    ['另一位', '北京清源锅炉清洗有限公司', '理事长', '理事会', day, '', '1970-01', ''],
    ['年高者', '', '副理事长', '理事会', day, '', '1940-01', ''],
    ['返聘者', '', '副理事长', '理事会', day, '', '1941-01', '', '会员代表大会同意超龄任职'],
    ['何人', '', '顾问', '', day, '', '', ''],
    ['两处任职', '', '监事', '', day, '', '', ''],
    ['两处任职', '', '理事', '', day, '', '', ''],
  ]
  const batch = await admin.check('appointments', await workbookOf([HEADINGS, ...rows]))
  expect(batch).toMatchObject({ rows: 9, added: 4, same: 1, bad: 4 })
  const faults: { row: number; why: string }[] = await admin.faults(batch.id)
  expect(JSON.stringify(faults)).toContain('同时在任的不超过 1 人')
  expect(JSON.stringify(faults)).toContain('70 周岁')
  expect(JSON.stringify(faults)).toContain('没有“顾问”这个职务')
  expect(JSON.stringify(faults)).toContain('在监事会任职的不得同时在“理事会”任职')
  const done = await admin.start(batch.id)
  expect(done).toMatchObject({ status: 'done', added: 4 })
  const [excused] = await db.select().from(appointment).where(eq(appointment.personName, '返聘者'))
  expect(excused).toMatchObject({
    exceptionReason: '会员代表大会同意超龄任职',
    exceptions: [expect.stringContaining('70 周岁')],
  })
  const secretary = await asStaff(site, await staffWith(site, ['secretary']))
  const { list } = (await secretary.get('/staff/appointment/list', { key: mobile })).data
  expect(list).toMatchObject([
    { personName: '卓听松', organisationName: '北京清源锅炉清洗有限公司', termNumber: '第六届' },
  ])
  expect((await admin.post('/staff/import/undo', { id: batch.id })).code).toBe(200)
  await admin.settled(batch.id)
  expect((await secretary.get('/staff/appointment/list', { key: mobile })).data.list).toEqual([])
})
