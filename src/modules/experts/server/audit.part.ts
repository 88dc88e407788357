import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    专家: { expert: '专家' },
  },
  actions: {
    'expert.reveal': '查看专家手机号',
  },
  objects: {
    expert: { name: '专家', route: id => `/staff/experts/${id}`, history: { permission: 'staff:applications' } },
  },
})
