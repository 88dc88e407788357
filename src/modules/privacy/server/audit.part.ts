import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    个人信息: { privacy: '个人信息' },
  },
  actions: {
    'privacy.deleteAccount': '注销账号',
    'privacy.withdrawConsent': '撤回同意',
  },
  fields: {
    document: '文件',
  },
})
