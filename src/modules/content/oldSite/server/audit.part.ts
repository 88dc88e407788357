import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    导入旧网站: { oldSite: '旧网站' },
  },
  actions: {
    'oldSite.begin': '上传旧网站',
    'oldSite.cancel': '停止旧网站的导入',
    'oldSite.check': '预览旧网站',
    'oldSite.export': '导出旧网站页面清单',
    'oldSite.leaveOut': '旧网站的页面不导入',
    'oldSite.resume': '继续旧网站的导入',
    'oldSite.run': '导入旧网站',
    'oldSite.start': '开始导入旧网站',
    'oldSite.undo': '撤销旧网站的导入',
  },
  objects: {
    old_site: { name: '旧网站', route: id => `/staff/old-site/${id}` },
  },
  fields: {
    pages: '页面数',
    removed: '删除文章数',
    leave: '不导入',
    show: '范围',
  },
})
