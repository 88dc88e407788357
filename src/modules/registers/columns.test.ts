import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { openRegister } from '#test/support/registers.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
type Head = { key: string; heading: string; sortable: boolean; nowrap: boolean; isFigure: boolean }

describe.each([
  ['/staff/member', 'member', 'levelName,endReason,name'],
  ['/staff/organisation', 'organisation', 'legalPerson,address'],
  ['/staff/person', 'person', 'sexName,certificates'],
  ['/staff/certificate', 'certificate', 'scope,issuedOn'],
])('the columns of %s', (path, register, columns) => {
  let me: Staff
  let userName: string
  beforeAll(async () => {
    userName = await staffWith(site, ['admin'])
    me = await asStaff(site, userName)
  })
  const page = async (of: Staff, query: Record<string, string> = {}) => (await of.get(`${path}/list`, query)).data
  const keysOf = ({ columns }: { columns: Head[] }) => columns.map(({ key }) => key)
  const withFirst = (first: string) => [first, ...columns.split(',').filter(key => key !== first)]

  test('are those that somebody asks for, behind what says what a row is; the others are there to choose', async () => {
    const usual = await page(me)
    const asked = await page(me, { columns })
    const [first] = keysOf(usual)
    expect(keysOf(asked)).toEqual(withFirst(first!))
    expect(Object.keys(asked.list[0].cells)).toEqual(keysOf(asked))
    const all = [...usual.columns, ...usual.others].map(({ key }) => key)
    expect([...keysOf(asked), ...asked.others.map(({ key }: Head) => key)].toSorted()).toEqual(all.toSorted())
    expect(await me.get(`${path}/list`, { columns: 'nonsense' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('没有“nonsense”这一栏'),
    })
  })

  test('are those of the workbook, where it shall have what is seen', async () => {
    const { list, workbook } = await openRegister(site, path, userName)
    const { rows, columns: heads } = await list({ columns })
    const [row] = await workbook({ columns })
    expect(Object.keys(row!)).toEqual(heads.map(({ heading }) => heading))
    expect(Object.values(row!)[0]).toBe(rows[0]!.cells[heads[0]!.key])
    expect(Object.keys((await workbook())[0]!).length).toBeGreaterThan(heads.length)
  })

  test('that somebody has chosen are there the next time, for nobody else, until they are put back', async () => {
    const [first, ...usual] = keysOf(await page(me))
    const choose = (given: object) => me.post('/staff/view/columns', { register, ...given })
    expect(await choose({ columns: 'name,nonsense' })).toMatchObject({ code: 400 })
    expect(await choose({ columns })).toMatchObject({ code: 200 })
    expect(keysOf(await page(me))).toEqual(withFirst(first!))
    expect(keysOf(await page(await asStaff(site, 'admin')))).toEqual([first, ...usual])
    const other = usual[0]!
    await choose({ columns: other })
    expect(keysOf(await page(me))).toEqual([first, other])
    await choose({ columns: '' })
    expect(keysOf(await page(me))).toEqual([first, ...usual])
  })
})

test('columns are chosen by whoever may see the register; a view keeps them', async () => {
  const cashier = await asStaff(site, await staffWith(site, ['cashier']))
  const choice = { register: 'member', columns: 'name' }
  expect(await cashier.post('/staff/view/columns', choice)).toMatchObject({ code: 403 })
  expect(await cashier.post('/staff/view/columns', { ...choice, register: 'application' })).toMatchObject({ code: 404 })
  const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
  const save = (query: string) => reviewer.post('/staff/view/save', { register: 'member', name: '退会', query })
  expect(await save('status=ended&columns=name%2CendReason%2CendedOn')).toMatchObject({ code: 200 })
  expect(await save('columns=name%2Cnonsense')).toMatchObject({ code: 400, msg: expect.stringContaining('nonsense') })
})
