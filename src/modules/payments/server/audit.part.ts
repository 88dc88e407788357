import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 账务: { payment: '在线支付' } },
  actions: {
    'payment.order': '生成支付订单',
    'payment.paid': '在线支付到账',
    'payment.close': '关闭支付订单',
    'payment.export': '导出支付订单',
    'payment.reconcile': '读取支付对账单',
    'payment.resolve': '处理对账差异',
    'payment.exportDifferences': '导出对账差异',
  },
  objects: {
    paymentBill: { name: '支付对账单', route: () => '/staff/reconciliation' },
    paymentDifference: { name: '对账差异', route: () => '/staff/reconciliation' },
    paymentOrder: { name: '支付订单', route: id => `/staff/payments/${id}` },
  },
})
