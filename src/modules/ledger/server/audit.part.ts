import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 银行流水: { statement: '银行流水' }, 到账: { received: '到账' } },
  actions: {
    'statement.accept': '流水入账',
    'statement.note': '标记流水',
    'statement.undo': '撤销流水入账',
    'received.record': '登记到账',
    'received.allocate': '用余款核销',
    'received.takeBack': '撤销核销',
    'received.cancel': '撤销到账',
    'received.writeOff': '核销差额',
    'received.export': '导出到账',
  },
  objects: {
    bankStatement: { name: '银行流水', route: id => `/staff/statements/${id}` },
    bankLine: { name: '银行流水明细' },
    payment: { name: '到账', route: id => `/staff/received/${id}` },
  },
  fields: { payable: '款项', passedOver: '略过' },
  values: {},
})
