import { defineImport } from '#modules/imports/server/importKinds.ts'
import { holderCode } from './imports/holders.ts'
import { columns, faults, look, personal, records, undo, write } from './imports/members.ts'
import { numberAndCertify } from './imports/numbering.ts'

defineImport({
  kind: 'members',
  order: 30,
  name: '会员',
  permission: 'staff:members',
  policy:
    '尚不是会员的入册，状态有效的同时登记会员证书；已是会员的只更新会费已缴年度，其他内容不同的拒绝，变更请到会员详情办理。',
  key: { column: 'holderCode', of: holderCode },
  columns,
  faults,
  look,
  write,
  undo,
  records,
  personal,
  finish: { name: '编号、登记会员证书', run: numberAndCertify },
})
