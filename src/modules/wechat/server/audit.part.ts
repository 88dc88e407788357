import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  actions: { 'account.bindWechat': '绑定微信', 'account.unbindWechat': '解绑微信' },
})
