import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    figure: { heading: '首页数字', noun: '首页数字' },
  },
  objects: {
    figure: { name: '首页数字', route: () => '/staff/figures' },
  },
})
