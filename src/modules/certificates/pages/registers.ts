import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { certificateFilters } from '../certificateFilters.ts'

export const certificates = registerScreen(certificateFilters, {
  name: '证书登记',
  register: 'certificate',
  path: '/staff/certificates',
  list: (api, asked, page) => api('GET /staff/certificate/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/certificate/export', given),
})
