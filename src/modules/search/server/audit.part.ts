import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 搜索: { pastSearch: '大家搜过的词', search: '后台搜索' } },
  actions: {
    'pastSearch.export': '导出大家搜过的词',
    'pastSearch.hide': '不再提示搜过的词',
    'pastSearch.show': '恢复提示搜过的词',
    'search.mobile': '按手机查到',
  },
  objects: { pastSearch: { name: '大家搜过的词', route: () => '/staff/past-searches' } },
})
