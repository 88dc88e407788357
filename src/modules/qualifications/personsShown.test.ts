import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { FormRow } from '#lib/form/form.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { begin, type Company, company, type Desks, decide, handIn } from '#test/support/qualifying.ts'

setUpSite({ demo: true })

let reviewer: Awaited<ReturnType<typeof asStaff>>
let by: Company
let id: number
beforeAll(async () => {
  reviewer = await asStaff(site, 'reviewer')
  by = await company(site)
  id = await begin(by, { applyType: 'initial', childId: 201, levelId: 2011 })
})

const idNumber = '110000199001010013'
const persons: FormRow[] = [
  { name: '张伟', idNumber, jobTitle: '高级工程师', certExpire: '2030-01-31' },
  { name: '李娜', idNumber: '110000199001010021', jobTitle: '工程师' },
]
type Field = { field: string; masked: boolean; before: string | null; table: { head: string[]; rows: string[][] } }
const shown = async () =>
  (await reviewer.get('/staff/review/detail', { id })).data.form.find(
    ({ field }: Field) => field === 'persons',
  ) as Field

test('what is wrong with a person is named by the row', async () => {
  const { data } = await handIn(by, id, { persons: [persons[0]!, {}, { name: '李娜', idNumber: '1' }] })
  expect(data.fields).toEqual({
    'persons.2.idNumber': '身份证号码应为 18 位，现有 1 位',
    'persons.2.jobTitle': '请填写职称',
  })
})

test('staff see the people as a table with masked numbers, in full only on asking, and the log says who asked', async () => {
  expect((await handIn(by, id, { persons })).msg).toBe('ok')
  const { masked, table } = await shown()
  expect(masked).toBe(true)
  expect(table.head.slice(0, 2)).toEqual(['姓名', '身份证号码'])
  expect(table.rows.map(([name, number]) => [name, number])).toEqual([
    ['张伟', '1****************3'],
    ['李娜', '1****************1'],
  ])
  const { data } = await reviewer.post('/staff/review/reveal', { id, field: 'persons' })
  expect(data.table.rows[0]).toContain(idNumber)
  expect(data.table.rows[0]).toContain('2030-01-31')
  const [row] = await site.services.db.select().from(application).where(eq(application.id, id))
  expect(JSON.stringify(row!.form)).not.toContain(idNumber)
})

test('a table in which nothing is personal is not masked, and cannot be asked for', async () => {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  expect(data.form.find(({ field }: Field) => field === 'equipments').masked).toBe(false)
  expect((await reviewer.post('/staff/review/reveal', { id, field: 'equipments' })).code).toBe(400)
})

test('when it comes back, what the table was stands beside what it is', async () => {
  const remarks = [{ field: 'persons', text: '李娜的职称与证书不一致' }]
  await decide({ reviewer } as Desks, id, { action: 'return', opinion: '请补正', remarks })
  const put = persons.map((person, i) => (i === 1 ? { ...person, jobTitle: '助理工程师' } : person))
  expect((await handIn(by, id, { persons: put })).msg).toBe('ok')
  const { before, table } = await shown()
  expect(before).toContain('李娜，1****************1，工程师')
  expect(table.rows[1]).toContain('助理工程师')
})
