import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 组织机构与任职: { appointment: '任职', body: '机构', post: '职务', term: '届次' } },
  actions: {
    'appointment.replace': '更换任职的人',
    'appointment.end': '结束任职',
    'appointment.resume': '恢复任职',
    'appointment.reveal': '查看任职人的手机号',
    'appointment.download': '下载多份聘书',
  },
  objects: {
    appointment: {
      name: '任职',
      route: id => `/staff/appointments/${id}`,
      history: { permission: 'staff:posts' },
    },
    body: { name: '机构', route: id => `/staff/bodies/${id}`, history: { permission: 'staff:posts' } },
    post: { name: '职务', route: () => '/staff/bodies' },
    term: { name: '届次', route: () => '/staff/bodies' },
  },
})
