import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { auditFilters } from '../auditFilters.ts'

export const auditLog = registerScreen(auditFilters, {
  name: '审计日志',
  register: 'audit',
  path: '/staff/audit',
  opens: { panel: 'line' },
  list: (api, asked, page) => api('GET /staff/audit/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/audit/export', given),
})
