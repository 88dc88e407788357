import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { paymentFilters } from '../paymentFilters.ts'

export const payments = registerScreen(paymentFilters, {
  name: '到账',
  register: 'received',
  path: '/staff/received',
  list: (api, asked, page) => api('GET /staff/received/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/received/export', given),
})
