import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  order: 20,
  groups: { 双人复核: { approval: '双人复核' } },
  actions: {
    'approval.ask': '提出待复核的操作',
    'approval.agree': '复核同意',
    'approval.refuse': '复核不同意',
    'approval.withdraw': '撤回待复核的操作',
    'approval.rules': '设定双人复核',
  },
  objects: { approval: { name: '双人复核', route: () => '/staff/approvals' } },
})
