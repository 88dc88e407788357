import { defineImport, enterOrChange } from '#modules/imports/server/importKinds.ts'
import { takeContactsApart } from './contactCells.ts'
import {
  changeOrganisation,
  enterOrganisations,
  look,
  organisationColumns,
  personal,
  records,
  undo,
} from './organisations.ts'

defineImport({
  kind: 'organisations',
  order: 10,
  name: '单位',
  permission: 'staff:members',
  policy: '统一社会信用代码尚未登记的新增；已登记的按信用代码更新（名称须一致），空白的单元格不改动原有内容。',
  columns: organisationColumns,
  key: { column: 'creditCode', of: ({ creditCode }) => String(creditCode ?? '') },
  prepare: takeContactsApart,
  look,
  write: (ctx, rows) =>
    enterOrChange(
      rows,
      added => enterOrganisations(ctx, added),
      (id, values) => changeOrganisation(ctx, id, values),
    ),
  records,
  personal,
  undo,
})
