import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 搜索: { pastSearch: '大家搜过的词' } },
  actions: {
    'pastSearch.export': '导出大家搜过的词',
    'pastSearch.hide': '不再提示搜过的词',
    'pastSearch.show': '恢复提示搜过的词',
  },
  objects: { pastSearch: { name: '大家搜过的词', route: () => '/staff/past-searches' } },
})
