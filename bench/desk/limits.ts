/**
 * The tasks of staff, in how many steps each has to be done, and the best way known elsewhere, counted in the same way
 * from what their screens and manuals show: a click, a key or a field that is filled in is one step each; to begin with,
 * the workbench is open.
 */
export const limits = {
  find: { name: '从 5,000 家里找到一家', steps: 3, others: 'Salesforce 全局搜索 4' },
  remind: { name: '催缴一个省的 300 家', steps: 8, others: 'Salesforce 列表群发 13（一次 200 家）' },
  level: { name: '变更 40 家的级别', steps: 13, others: 'Directus 批量编辑 14' },
  renew: { name: '为 120 张证书换证', steps: 11, others: 'Salesforce 列表内批量编辑 15' },
  import: { name: '导入 500 行，改好其中 60 处', steps: 45, others: 'Salesforce 导入向导 69（改表后重传）' },
  statement: { name: '登记 200 行银行流水', steps: 10, others: 'Odoo 对账 34（其余逐行接受）' },
  bankDay: {
    name: '登记 200 行银行流水，其中 40 行不是一笔对一笔',
    steps: 60,
    others: 'Odoo 对账约 150（每行 3 步以上）',
  },
  dues: { name: '为全体会员生成下一年会费，撤销，再生成', steps: 12, others: '—' },
  door: { name: '在手机上登记 60 人现场缴费', steps: 20, others: '—' },
  closeMonth: { name: '日结一个月，导出记账凭证', steps: 12, others: '—' },
  invoices: { name: '上传 80 张发票', steps: 6, others: 'Payload 批量上传 84（逐张填编号）' },
  expiring: { name: '通知证书 60 天内到期的全部单位', steps: 9, others: 'Salesforce 报表加群发 16' },
  article: { name: '发布带合并表格和三张图的 Word 文件', steps: 10, others: 'Payload 17（图片逐张上传）' },
  handOver: { name: '移交请假同事的全部工作', steps: 8, others: 'Salesforce 批量转移 16（两类对象各 8）' },
  // What the others need for these is estimated, not counted.
  caller: { name: '按来电号码答复一家单位', steps: 3, others: '约：Salesforce 全局搜索 4' },
  undo: { name: '撤回误按的不予通过', steps: 3, others: '约：飞书多维表格恢复历史 5（已发的通知收不回）' },
  addresses: {
    name: '导出一个省 300 家的通讯录，双人同意',
    steps: 16,
    others: '约：Salesforce 报表导出 11（一个人，不留用途）',
  },
  duplicates: { name: '合并重复登记的单位，双人同意', steps: 16, others: '约：Salesforce 合并记录 11（一个人）' },
  joiningForm: { name: '十份申请办理中，给入会表加一栏', steps: 10, others: '约：飞书多维表格 6（已提交的随之改变）' },
  scores: { name: '粘贴 80 个成绩', steps: 10, others: '约：飞书多维表格 5（不核对满分、不记入名册）' },
  report: { name: '理事会报告存为 Word', steps: 7, others: '约：用友报表 9（改成文字另做）' },
  complaint: { name: '投诉从登记到办结', steps: 20, others: '约：Salesforce 个案 19' },
  dataRequest: { name: '个人信息请求从登记到办结，双人同意', steps: 40, others: '—' },
  assign: { name: '把 34 份未指派的申请分给两人', steps: 12, others: '约：Salesforce 列表改所有人 12（分两次）' },
  refundByPhone: { name: '在手机上同意一笔退款', steps: 4, others: '约：用友移动审批 4' },
  renewFromLast: { name: '用上次的申请换证', steps: 8, others: '—' },
  goLive: { name: '试用后正式上线，双人同意', steps: 12, others: '—' },
} as const satisfies Record<string, { name: string; steps: number; others: string }>

export type TaskCode = keyof typeof limits
