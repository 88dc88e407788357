import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { differenceFilters } from '../differenceFilters.ts'
import { orderFilters } from '../orderFilters.ts'

export const payments = registerScreen(orderFilters, {
  name: '在线支付',
  register: 'payment',
  path: '/staff/payments',
  list: (api, asked, page) => api('GET /staff/payment/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/payment/export', given),
})

export const differences = registerScreen(differenceFilters, {
  name: '对账差异',
  register: 'reconciliation',
  path: '/staff/reconciliation',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/reconciliation/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/reconciliation/export', given),
})
