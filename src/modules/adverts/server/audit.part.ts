import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    广告: { advert: '广告', advertPosition: '广告位' },
  },
  actions: {
    'advert.giveUp': '撤回广告并申请退款',
    'advert.invoice': '登记广告发票',
    'advert.putBack': '恢复投放广告',
    'advert.takeDown': '广告下线',
  },
  objects: {
    advert: { name: '广告', route: id => `/staff/adverts/${id}`, history: { permission: 'staff:applications' } },
    advertPosition: { name: '广告位', route: () => '/staff/advert-positions' },
  },
  fields: {
    invoiceNumber: '发票号码',
    invoiceIssuedOn: '开票日期',
  },
})
