import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    figure: { heading: '首页数字', noun: '首页数字' },
    homeBlock: { heading: '首页版块', noun: '首页版块' },
  },
  objects: {
    figure: { name: '首页数字', route: () => '/staff/figures' },
    homeBlock: { name: '首页版块', route: () => '/staff/home-blocks' },
  },
})
