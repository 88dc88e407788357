import { expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { holidayDays, knownHolidays } from './holidayLines.ts'

setUpSite({ demo: true })

type Form = { code: string; version: string; values: { days: string } }
const read = async (by: Awaited<ReturnType<typeof asStaff>>) =>
  ((await by.get('/staff/settings', {})).data as Form[]).find(({ code }) => code === 'holidays')!

test('the days off of a year are kept as lines; one that cannot be read is named beside the field', async () => {
  const admin = await asStaff(site, 'admin')
  const { version, values } = await read(admin)
  expect(values.days).toBe(knownHolidays)
  const save = (days: string) => admin.post('/staff/settings/save', { code: 'holidays', version, form: { days } })
  expect(await save('2027-01-01 元旦\n大年初一 春节')).toMatchObject({
    code: 400,
    data: { fields: { days: expect.stringContaining('“大年初一 春节”应为日期和名称') } },
  })
  expect(await save(`${knownHolidays}\n2027-01-01 元旦`)).toMatchObject({ code: 200 })
  const { years } = holidayDays((await read(admin)).values.days)
  expect(years.has(2027)).toBe(true)
})

test('a day that is off by decree puts off the deadlines of the desk at once', async () => {
  const admin = await asStaff(site, 'admin')
  // Thursday 2041-01-03 09:00: a submitted application is due after five working days, on Thursday 10 January.
  const [of] = await site.services.db.select().from(application).limit(1)
  await site.services.db
    .update(application)
    .set({ state: 'submitted', stateSince: new Date('2041-01-03T09:00:00+08:00') })
  const deadline = async () => (await admin.get('/staff/review/detail', { id: of!.id })).data.deadline
  expect(await deadline()).toBe('2041-01-10')
  const { version } = await read(admin)
  const days = '2041-01-04 至 2041-01-08 假期\n2041-01-12 上班'
  expect(await admin.post('/staff/settings/save', { code: 'holidays', version, form: { days } })).toMatchObject({
    code: 200,
  })
  expect(await deadline()).toBe('2041-01-14')
})

test('the check of the site names the year whose days off are not known', async () => {
  const admin = await asStaff(site, 'admin')
  const { version } = await read(admin)
  const { data } = await admin.get('/staff/health', {})
  const found = (checks: { code: string }[]) => checks.find(({ code }) => code === 'holidays')
  const before = found(data.findings)
  const year = new Date().getFullYear()
  const days = [year, year + 1].map(one => `${one}-01-01 元旦`).join('\n')
  await admin.post('/staff/settings/save', { code: 'holidays', version, form: { days } })
  expect(before).toBeDefined()
  expect(found((await admin.get('/staff/health', {})).data.findings)).toMatchObject({ level: 'good', count: 0 })
})
