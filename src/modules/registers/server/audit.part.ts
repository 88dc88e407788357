import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 名册视图: { view: '视图' } },
  actions: { 'view.rename': '改视图名称' },
  objects: { saved_view: { name: '视图' } },
  fields: { list: '名册', isShared: '与同事共享' },
})
