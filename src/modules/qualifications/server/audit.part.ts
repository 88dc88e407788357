import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    能力评价目录: { qualificationGroup: '能力评价大类', qualificationKind: '能力评价种类' },
    现场评审: { siteReview: '现场评审' },
    条件预警: { shortfall: '条件预警', annualReport: '年审逾期名单' },
  },
  actions: {
    'certificate.claim': '证书归入单位',
    'siteReview.arrange': '安排现场评审',
    'siteReview.declare': '登记回避声明',
    'siteReview.save': '填写评审记录',
    'siteReview.conclude': '提交评审结论',
    'siteReview.verify': '验证整改',
    'shortfall.remind': '就条件预警发函提醒',
  },
  objects: {
    qualificationGroup: { name: '能力评价大类', route: () => '/staff/qualification-kinds' },
    qualificationKind: {
      name: '能力评价种类',
      route: id => `/staff/qualification-kinds/${id}`,
      history: { permission: 'staff:certificates' },
    },
    // Links to the list: the audit log has the review's id, the screen uses the application's.
    site_review: { name: '现场评审', route: () => '/staff/site-reviews' },
    qualificationShortfall: { name: '条件预警', route: () => '/staff/shortfalls' },
  },
  fields: {
    demand: '要求',
  },
})
