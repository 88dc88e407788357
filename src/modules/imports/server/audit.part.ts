import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    批量导入: { import: '批量导入' },
  },
  actions: {
    'import.cancel': '取消导入',
    'import.exportPersonal': '导出完整的个人信息',
    'import.check': '检查导入文件',
    'import.run': '执行导入',
    'import.mend': '在页面上更正导入的表格',
    'import.forget': '删除导入值的对应',
    'import.start': '开始导入',
    'import.undo': '撤销导入',
  },
  objects: {
    import_batch: { name: '导入批次', route: id => `/staff/imports/${id}` },
  },
  fields: {
    register: '登记类别',
  },
})
