import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    setting: { heading: '站点设置', noun: '站点设置' },
  },
  objects: {
    setting: { name: '站点设置', route: () => '/staff/settings' },
  },
})
