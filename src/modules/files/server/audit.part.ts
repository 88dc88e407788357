import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  objects: {
    file: { name: '附件' },
  },
})
