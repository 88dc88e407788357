import { inArray } from 'drizzle-orm'
import { defineAuditWords } from '#modules/audit/server/auditWords.ts'
import { refuseApplicationOutside } from './provinces.ts'
import { application } from './tables.ts'

defineAuditWords({
  groups: {
    申请与审核: { application: '申请' },
    确认方式: { confirmingRule: '确认方式' },
    公示与异议: { notice: '公示', objection: '异议' },
  },
  actions: {
    'application.accept': '确认递补',
    'application.amend': '更正申请',
    'application.assign': '分派申请',
    'application.confirm': '线上确认申请',
    'application.correct': '纠正审核决定',
    'application.undo': '撤销审核决定',
    'application.sign': '送签申请表',
    'application.signed': '申请表已电子签章',
    'application.unsigned': '申请表没有签成',
    'application.cancel': '申请由协会取消',
    'application.expire': '申请超期终止',
    'application.note': '写内部备注',
    'application.noteRemove': '删除内部备注',
    'application.offer': '递补名额',
    'application.pass': '申请通过一环节',
    'application.pay': '提交缴费凭证',
    'application.queue': '提交并候补',
    'application.reconsider': '申请退回重新审议',
    'application.reject': '申请不予通过',
    'application.return': '申请退回补正',
    'application.submit': '提交申请',
    'application.withdraw': '撤回申请',
    'notice.prolong': '延长公示',
    'objection.accepted': '受理异议',
    'objection.dismissed': '异议不成立',
    'objection.evidence': '补充异议证据',
    'objection.reveal': '查看异议人信息',
    'objection.submit': '提出异议',
    'objection.upheld': '异议成立',
  },
  objects: {
    application: {
      history: {
        permission: 'staff:applications',
        refuse: (ctx, id) => refuseApplicationOutside(ctx, 'staff:applications', id),
      },
      name: '申请',
      route: id => `/staff/review/${id}`,
      names: async ({ db }, ids) => {
        const { id, number, title } = application
        const rows = await db.select({ id, number, title }).from(application).where(inArray(id, ids))
        return new Map(rows.map(of => [of.id, [of.number, of.title].filter(Boolean).join(' ')]))
      },
    },
    confirmingRule: { name: '确认方式', route: () => '/staff/confirming' },
    objection: { name: '异议' },
    public_notice: { name: '公示', route: id => `/staff/notices/${id}` },
  },
  fields: {
    opinion: '意见',
    exceptions: '未满足而通过的条件',
    exceptionReason: '仍通过的理由',
    application: '申请编号',
    assignee: '办理人',
    toDay: '公示截止',
    noteId: '备注编号',
    digest: '内容摘要',
    files: '文件数',
    flow: '签章流程',
    signer: '签章人',
  },
  values: {
    submitted: '待初审',
    returned: '已退回',
    preparing: '待提交材料',
    checking: '待复审',
    materialsReturned: '材料退回补正',
    deciding: '待审议',
    noticed: '公示中',
    unpaid: '待缴费',
    paying: '缴费待确认',
    approved: '已通过',
    rejected: '不予通过',
    withdrawn: '已撤回',
    expired: '超期终止',
    accepted: '已受理',
    upheld: '成立',
    dismissed: '不成立',
  },
})
