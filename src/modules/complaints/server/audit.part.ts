import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 投诉与请求: { complaint: '投诉与请求', complaintKind: '事项种类' } },
  actions: {
    'complaint.assign': '交办投诉或请求',
    'complaint.extend': '延长办理期限',
    'complaint.close': '办结投诉或请求',
    'complaint.reopen': '重新办理投诉或请求',
    'complaint.data': '下载个人信息请求中本人的信息',
    'complaint.reveal': '查看来人的手机号',
  },
  objects: {
    complaint: { name: '投诉与请求', route: id => `/staff/complaints/${id}` },
    complaintKind: { name: '事项种类', route: () => '/staff/complaints/kinds' },
  },
})
