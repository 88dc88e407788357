import { defineImport } from '#modules/imports/server/importKinds.ts'
import { personal as organisationPersonal } from '#modules/members/server/imports/organisations.ts'
import { defineCodeCompletion } from '#modules/members/server/organisations.ts'
import { holderCode } from './imports/holders.ts'
import * as memberCompanies from './imports/memberCompanies.ts'
import { columns, faults, look, personal, records, undo, write } from './imports/members.ts'
import { certifyCompleted, numberAndCertify, withdrawCompleted } from './imports/numbering.ts'

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

defineImport({
  kind: 'memberCompanies',
  order: 15,
  name: '单位和会员（一张表）',
  permission: 'staff:members',
  policy:
    '一行是一家单位和它的会员身份：单位按信用代码判断是否已登记，没有代码或代码有误的按名称判断，按“待补”登记，补齐以前不能发证；会员身份尚未登记的新增并登记会员证书，已是会员的只更新会费已缴年度。两样一起导入，一起撤销。',
  key: { column: 'creditCode', of: memberCompanies.keyOf },
  columns: memberCompanies.columns,
  prepare: memberCompanies.prepare,
  faults: memberCompanies.faults,
  look: memberCompanies.look,
  write: memberCompanies.write,
  undo: memberCompanies.undo,
  records: memberCompanies.records,
  personal: organisationPersonal!,
  finish: { name: '编号、登记会员证书', run: numberAndCertify },
})

defineCodeCompletion({ issue: certifyCompleted, withdraw: withdrawCompleted })
