import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    首页数字: { figure: '首页数字' },
    首页版块: { homeBlock: '首页版块' },
  },
  objects: {
    figure: { name: '首页数字', route: () => '/staff/figures' },
    homeBlock: { name: '首页版块', route: () => '/staff/home-blocks' },
  },
})
