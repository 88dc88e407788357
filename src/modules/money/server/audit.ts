import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    receivable: { heading: '账务', noun: '应收与实收' },
    invoiceBatch: { heading: '账务', noun: '发票' },
    assessment: { heading: '账务', noun: '评审费' },
  },
  actions: { 'invoiceBatch.take': '批量登记发票', 'assessment.invoice': '登记评审费发票' },
  objects: { receivable: { name: '应收款项', route: id => `/staff/receivables/${id}` } },
})
