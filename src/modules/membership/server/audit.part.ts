import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { defineAuditWords } from '#modules/audit/server/auditWords.ts'
import { rowsOfMembers } from './memberRows.ts'
import { member } from './tables.ts'

defineAuditWords({
  groups: {
    会员: { member: '会员', invitation: '开通邀请' },
    会费: { fee: '会费' },
    会员级别: { memberLevel: '会员级别' },
    入会办法: { joiningRule: '入会办法' },
  },
  actions: {
    'member.expel': '除名',
    'member.followFees': '按会费更新会员状态',
    'member.hide': '不再公开会员',
    'member.level': '变更会员级别',
    'member.own': '修改会员的自定义栏目',
    'member.reissue': '补发会员证书',
    'member.restore': '恢复会员资格',
    'member.resume': '恢复会员权利',
    'member.show': '公开会员',
    'member.suspend': '暂停会员权利',
    'member.validity': '变更会员有效期',
    'member.withdraw': '退会',
    'fee.adjust': '减免会费',
    'fee.cancel': '作废会费',
    'fee.claim': '提交会费凭证',
    'fee.confirm': '确认会费',
    'fee.match': '按流水确认会费',
    'fee.raise': '生成年度会费',
    'fee.unraise': '撤销年度会费',
    'fee.receipt': '登记会费票据',
    'fee.receiptCleared': '会费票据已全部冲红',
    'fee.remind': '催缴会费',
    'fee.reopen': '撤销会费确认',
    'fee.return': '退回会费凭证',
    'invitation.accept': '接受邀请，开通账号',
    'invitation.export': '导出开通邀请',
    'invitation.print': '打印邀请信',
    'invitation.remind': '提醒开通账号',
    'invitation.send': '邀请开通账号',
    'invitation.withdraw': '撤回开通邀请',
  },
  objects: {
    member: {
      name: '会员',
      route: id => `/staff/members/${id}`,
      history: { permission: 'staff:members', refuse: refuseMemberOutside },
    },
    invitation: { name: '开通邀请', route: () => '/staff/invitations' },
    memberLevel: { name: '会员级别', route: () => '/staff/levels' },
    joiningRule: { name: '入会办法', route: () => '/staff/levels' },
    memberFee: { name: '会费', route: () => '/staff/fees' },
  },
  fields: {
    paidOn: '缴费日期',
    payer: '付款人',
    fee: '会费编号',
    standard: '会费标准',
    levelCode: '级别',
    receiptNumber: '票据号码',
    adjustReason: '减免理由',
    returnReason: '退回理由',
    effectiveOn: '生效日期',
  },
  values: {
    confirmed: '已确认',
    due: '待缴',
    claimed: '待确认',
    refused: '凭证被退回',
    waived: '已免缴',
  },
})

async function refuseMemberOutside(ctx: Ctx, id: number) {
  const [of] = await rowsOfMembers(ctx).where(eq(member.id, id))
  refuseOutside(ctx, 'staff:members', of?.provinceCode)
}
