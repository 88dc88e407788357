import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { complaintFilters } from '../complaintFilters.ts'

export const complaints = registerScreen(complaintFilters, {
  name: '投诉与请求',
  register: 'complaint',
  path: '/staff/complaints',
  list: (api, asked, page) => api('GET /staff/complaint/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/complaint/export', given),
})
