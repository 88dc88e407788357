import { inArray } from 'drizzle-orm'
import { defineAuditWords } from '#modules/audit/server/auditWords.ts'
import { account } from './tables.ts'

defineAuditWords({
  groups: {
    账号与登录: { account: '账号' },
    工作人员: { colleague: '工作人员', staffRole: '角色', branch: '分支机构', deputy: '代理' },
    单位经办人: { clerk: '经办人' },
    隐私政策与用户协议: { documentDraft: '文件草稿', documentVersion: '文件' },
  },
  actions: {
    'account.company': '核实账号所属单位',
    'account.agree': '同意文件的新版本',
    'account.changePassword': '修改密码',
    'account.changePhone': '更换手机号',
    'account.disable': '停用账号',
    'account.enable': '恢复账号',
    'account.enableTotp': '启用两步验证',
    'account.endSessions': '结束登录',
    'account.firstUsed': '建立首位管理员',
    'account.invitationUsed': '接受邀请并设置密码',
    'account.resetUsed': '重新设置密码',
    'account.secondFactorFailed': '动态验证码不正确',
    'account.signIn': '登录',
    'account.signInDelayed': '登录失败过多，须等待',
    'account.signInFailed': '登录失败',
    'account.startReset': '发起重设密码',
    'account.useRecoveryCode': '使用备用码登录',
    'clerk.invite': '邀请经办人',
    'clerk.accept': '接受邀请，担任经办人',
    'clerk.refuse': '谢绝担任经办人',
    'clerk.end': '移除经办人或撤回邀请',
    'clerk.leave': '不再担任经办人',
    'clerk.handOver': '移交单位账号',
    'documentVersion.publish': '发布文件的新版本',
    'deputy.name': '指定代理人',
    'deputy.end': '结束代理',
    'colleague.disable': '停用工作人员',
    'colleague.enable': '恢复工作人员',
    'colleague.endSessions': '结束工作人员的登录',
    'colleague.forgetTotp': '解除两步验证',
    'colleague.handOver': '移交工作',
    'colleague.invite': '邀请工作人员',
    'colleague.reset': '发起重设密码',
  },
  objects: {
    documentDraft: { name: '隐私政策与用户协议', route: () => '/staff/documents' },
    documentVersion: { name: '隐私政策与用户协议', route: () => '/staff/documents' },
    account: {
      history: { permission: 'staff:accounts' },
      name: '账号',
      route: id => `/staff/accounts/${id}`,
      names: async ({ db }, ids) => {
        const rows = await db
          .select({ id: account.id, name: account.displayName })
          .from(account)
          .where(inArray(account.id, ids))
        return new Map(rows.map(({ id, name }) => [id, name]))
      },
    },
    staffRole: { name: '角色', route: () => '/staff/roles' },
    branch: { name: '分支机构', route: () => '/staff/branches' },
  },
  fields: {
    device: '设备',
    newDevice: '首次使用的设备',
    failures: '失败次数',
    roles: '角色',
    email: '邮箱',
    contact: '联系方式',
    role: '角色',
    newDevices: '新设备',
    username: '用户名',
    userName: '用户名',
    ended: '结束的登录',
  },
  values: {
    active: '正常',
    disabled: '停用',
    frozen: '冻结',
    deleted: '已注销',
    admin: '管理员',
    secretary: '秘书处',
    reviewer: '审核员',
    cashier: '财务',
    editor: '编辑',
    writer: '撰稿人',
    trainer: '培训',
    auditor: '审计员',
    organisation: '单位',
    person: '个人',
  },
})
