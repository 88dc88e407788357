import excel from '@protobi/exceljs'
import { expect, test } from 'vitest'
import { admin, setUpImportedPersons } from '#test/setups/importedPersons.ts'
import { personRow } from '#test/support/workbooks.ts'

setUpImportedPersons()

/** Four people below a title, one of them hidden, and a sheet of remarks. */
async function roster(): Promise<Buffer> {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('名册')
  sheet.addRow(['从业人员名册'])
  sheet.addRow(['姓名', '证件号码', '电话一', '学历', '工作单位'])
  for (const n of [701, 702, 703, 704]) sheet.addRow(personRow(n))
  sheet.getRow(6).hidden = true
  book.addWorksheet('说明').addRow(['每年更新一次'])
  return Buffer.from(await book.xlsx.writeBuffer())
}

test('how a file is read is shown, of whichever sheet and row, and can be chosen: without its hidden rows, too', async () => {
  const { id, ...batch } = await admin.check('persons', await roster())
  expect(batch).toMatchObject({ status: 'checked', added: 4 })
  const layout = async (asked: object = {}) => (await admin.get('/staff/import/layout', { id, ...asked })).data
  type Column = { place: number; heading: string; name: string; how: string; likely: string }
  const columnOf = (shown: { columns: Column[] }, heading: string) =>
    shown.columns.find(column => column.heading === heading)
  const found = await layout()
  expect(found).toMatchObject({ sheet: '名册', heading: 2, hiddenRows: 1, skipHidden: false })
  expect(columnOf(found, '姓名')).toMatchObject({ place: 1, name: 'name', how: '列名' })
  expect(columnOf(found, '电话一')).toMatchObject({ place: 3, name: '', how: '', likely: 'mobile' })
  expect(await layout({ sheet: '说明', heading: 1 })).toMatchObject({ sheet: '说明', heading: 1, hiddenRows: 0 })
  expect(await layout({ sheet: '名册', heading: 1 })).toMatchObject({ sheet: '名册', heading: 1 })
  expect(await layout({ sheet: '名册', heading: 2 })).toMatchObject({ sheet: '名册', heading: 2 })
  expect((await admin.get('/staff/import/layout', { id: 999_999 })).code).toBe(404)

  const columns = found.columns.map(({ place, name, likely }: Column) => ({ place, name: name || likely }))
  const chosen = { id, sheet: '名册', heading: 2, columns, skipHidden: true }
  expect((await admin.post('/staff/import/layout', chosen)).code).toBe(200)
  expect(await admin.settled(id)).toMatchObject({ status: 'checked', added: 3 })
  const after = await layout()
  expect(after).toMatchObject({ skipHidden: true, hiddenRows: 1 })
  expect(columnOf(after, '电话一')).toMatchObject({ name: 'mobile', how: '您的选择' })
})
