import { minute } from '#lib/dates.ts'

/** What the fields of changes and details are called. */
const fieldNames: Record<string, string> = {
  ...{
    name: '名称',
    title: '标题',
    displayName: '姓名',
    number: '编号',
    kind: '种类',
    kindName: '种类',
    status: '状态',
  },
  ...{ state: '状态', stateName: '状态', from: '原来', to: '改为', reason: '理由', opinion: '意见', note: '备注' },
  ...{ device: '设备', newDevice: '首次使用的设备', ended: '结束的登录', failures: '失败次数', changed: '修改的内容' },
  ...{
    changes: '修改的内容',
    label: '项目',
    before: '修改前',
    after: '修改后',
    lines: '行数',
    rows: '行数',
    until: '截至',
  },
  ...{ count: '数量', ids: '编号', filters: '筛选条件', query: '筛选条件', words: '文字', year: '年度', area: '地区' },
  ...{
    score: '得分',
    roles: '角色',
    email: '邮箱',
    contact: '联系方式',
    field: '项目',
    fields: '项目',
    amount: '金额',
  },
  ...{
    paidOn: '缴费日期',
    payer: '付款人',
    dueOn: '截止日期',
    fee: '会费编号',
    payable: '款项',
    invoiceState: '开票状态',
    invoiceNumber: '发票号码',
    invoiceIssuedOn: '开票日期',
    standard: '会费标准',
    levelCode: '级别',
  },
  ...{
    levelName: '级别',
    receiptNumber: '票据号码',
    adjustReason: '减免理由',
    returnReason: '退回理由',
    sms: '发短信',
  },
  ...{
    mail: '发邮件',
    people: '人数',
    audience: '发送对象',
    channel: '渠道',
    added: '新增',
    known: '已有',
    passedOver: '略过',
  },
  ...{ hasConsent: '同意公示', joined: '转入人数', day: '日期', kindId: '证书种类编号', personId: '人员编号' },
  ...{ round: '场次', announced: '公布人数', passed: '合格人数', told: '通知份数', credited: '记入学时人数' },
  ...{ leftOut: '未列入人数', takenOut: '移出的人员', application: '申请编号' },
  ...{
    session: '课次',
    isPresent: '到课',
    course: '培训班',
    seat: '座位',
    room: '房间',
    rooms: '考场',
    again: '全部重分',
  },
  ...{ assignee: '办理人', result: '结果', toDay: '公示截止', meetsOn: '开会日期', place: '地点', agenda: '议程' },
  ...{ replaces: '替代的证书', creditCode: '统一社会信用代码', employer: '工作单位', effectiveOn: '生效日期' },
  ...{
    validTo: '有效期至',
    validFrom: '有效期自',
    issuedOn: '发证日期',
    isPublic: '公开',
    document: '文件',
    version: '版本',
  },
  ...{
    catalogueId: '栏目编号',
    publishedAt: '发布时间',
    scheduledFor: '定时发布',
    host: '来源网站',
    of: '对象',
    by: '操作人',
  },
  ...{
    content: '内容',
    subject: '标题',
    noteId: '备注编号',
    key: '关键词',
    provinceCode: '地区',
    catalogId: '栏目编号',
  },
  ...{
    register: '登记类别',
    role: '角色',
    action: '操作',
    newDevices: '新设备',
    username: '用户名',
    userName: '用户名',
  },
  effectiveOn: '生效日期',
  issuedOn: '发证日期',
  validTo: '有效期至',
  kind: '种类',
  level: '级别',
  replaces: '替代的证书',
  ended: '结束的登录',
  employer: '工作单位',
  creditCode: '统一社会信用代码',
  isPublic: '是否公开',
  certificate: '证书',
  demand: '要求',
}

/** Where a module gives its fields by their labels, those are told; a key that has none is nothing for people. */
export const fieldName = (field: string) => fieldNames[field] ?? (/\p{Script=Han}/u.test(field) ? field : '其他内容')

/** Codes that are kept in records, as people say them. */
const valueNames: Record<string, string> = {
  ...{ draft: '草稿', submitted: '待初审', returned: '已退回', preparing: '待上传盖章材料', checking: '待复审' },
  ...{
    materialsReturned: '材料退回补正',
    deciding: '待审议',
    noticed: '公示中',
    unpaid: '待缴费',
    paying: '缴费待确认',
  },
  ...{ approved: '已通过', rejected: '不予通过', withdrawn: '已撤回', expired: '超期终止', accepted: '已受理' },
  ...{
    upheld: '成立',
    dismissed: '不成立',
    planned: '已安排',
    recorded: '已记录',
    review: '待审核',
    scheduled: '定时发布',
  },
  ...{ published: '已发布', active: '正常', disabled: '停用', frozen: '冻结', deleted: '已注销', all: '全部' },
  ...{ queued: '排队中', sent: '已发送', failed: '失败', stopped: '已停止', confirmed: '已确认', due: '待缴' },
  ...{ claimed: '待确认', refused: '凭证被退回', waived: '已免缴', cancelled: '已作废', changed: '已修改' },
  ...{ admin: '管理员', secretary: '秘书处', reviewer: '审核员', cashier: '财务', editor: '编辑', writer: '撰稿人' },
  ...{ trainer: '培训', auditor: '审计员', mail: '邮件', organisation: '单位', person: '个人' },
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const CODE = /^[a-z][a-zA-Z]{2,30}$/

/** A value of a record, for people. */
export function valueName(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.length ? value.map(valueName).join('、') : '（空）'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([field, part]) => `${fieldName(field)}：${valueName(part)}`)
      .join('；')
  const text = String(value)
  if (MOMENT.test(text)) return minute(text)
  return CODE.test(text) ? (valueNames[text] ?? fieldNames[text] ?? text) : text
}
