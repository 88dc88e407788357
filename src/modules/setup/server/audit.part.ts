import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  order: 10,
  groups: { 配置包: { pack: '配置包' } },
  actions: { 'pack.apply': '应用配置包', 'pack.export': '导出配置包' },
  objects: { pack: { name: '配置包', route: () => '/staff/packs' } },
})
