import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    站点设置: { setting: '站点设置' },
    字典: { dictionaryEntry: '字典条目' },
  },
  actions: { 'setting.operation': '切换维护模式' },
  objects: {
    setting: { name: '站点设置', route: () => '/staff/settings' },
    dictionaryEntry: { name: '字典条目', route: () => '/staff/dictionaries' },
  },
})
