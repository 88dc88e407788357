import { type Site, until } from '../../support/site.ts'
import { PERSON_HEADINGS, personRow, workbookOf } from '../../support/workbooks.ts'
import { staffOf } from './staff.ts'

/** A member of staff who brings workbooks of people along. */
export async function importerOf(site: Site) {
  const { get, post, count, ...staff } = await staffOf(site)
  const upload = (bytes: Buffer) => staff.upload('import', '人员.xlsx', bytes)
  const item = (id: number) => get(`/staff/import/item?id=${id}`)
  const settled = (id: number) =>
    until(async () => {
      const batch = await item(id)
      return !['parsing', 'running'].includes(batch.status) && batch
    }, 60_000)
  const persons = () => count('select count(*) n from person')
  return { get, post, upload, item, settled, persons }
}

/** A workbook of so many people. */
export const peopleList = (rows: number) =>
  workbookOf([PERSON_HEADINGS, ...Array.from({ length: rows }, (_, i) => personRow(i))])
