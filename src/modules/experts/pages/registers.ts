import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { expertFilters } from '../expertFilters.ts'

export const experts = registerScreen(expertFilters, {
  name: '专家',
  register: 'expert',
  path: '/staff/experts',
  list: (api, asked, page) => api('GET /staff/expert/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/expert/export', given),
})
