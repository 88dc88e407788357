import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    privacy: { heading: '个人信息', noun: '个人信息' },
  },
  actions: {
    'privacy.deleteAccount': '注销账号',
    'privacy.withdrawConsent': '撤回同意',
  },
  fields: {
    document: '文件',
  },
})
