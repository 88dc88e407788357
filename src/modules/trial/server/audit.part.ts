import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  order: 12,
  groups: { 正式上线: { site: '正式上线' } },
  actions: {
    'site.orderGoLive': '提出正式上线',
    'site.callOffGoLive': '取消正式上线',
    'site.goLive': '正式上线，清除试用记录',
  },
  objects: { site: { name: '正式上线', route: () => '/staff/go-live' } },
  fields: { cleared: '清除', staying: '留下', backupBefore: '之前的备份' },
})
