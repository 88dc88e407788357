import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { outboxFilters } from '../outboxFilters.ts'

export const outbox = registerScreen(outboxFilters, {
  name: '短信与邮件',
  register: 'outbox',
  path: '/staff/outbox',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/outbox/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/outbox/export', given),
})
