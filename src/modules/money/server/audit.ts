import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { receivable: { heading: '账务', noun: '应收与实收' } },
  objects: { receivable: { name: '应收款项', route: id => `/staff/receivables/${id}` } },
})
