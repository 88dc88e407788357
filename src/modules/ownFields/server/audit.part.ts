import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 自定义栏目: { ownField: '自定义栏目' } },
  objects: { ownField: { name: '自定义栏目', route: () => '/staff/own-fields' } },
})
