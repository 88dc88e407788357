import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    联系人变更: { handover: '联系人变更' },
    单位: { organisation: '单位' },
    人员: { person: '人员' },
  },
  actions: {
    'handover.approved': '同意联系人变更',
    'handover.begin': '提出联系人变更',
    'handover.confirm': '第二联系人确认',
    'handover.export': '导出联系人变更',
    'handover.frozen': '冻结账号待确认',
    'handover.rejected': '不予变更联系人',
    'handover.submit': '提交联系人变更',
    'member.complete': '完善资料',
    'member.edit': '会员修改资料',
    'organisation.find': '按手机查到单位',
    'organisation.tag': '给单位打标签',
    'person.tag': '给人员打标签',
    'organisation.note': '写单位备注',
    'organisation.noteRemove': '删除单位备注',
  },
  objects: {
    organisation: { name: '单位', route: id => `/staff/organisations/${id}` },
    person: { name: '人员', route: id => `/staff/persons/${id}` },
    handover: { name: '联系人变更', route: id => `/staff/handovers/${id}` },
  },
  fields: {
    displayName: '姓名',
    employer: '工作单位',
    creditCode: '统一社会信用代码',
    tags: '标签',
  },
})
