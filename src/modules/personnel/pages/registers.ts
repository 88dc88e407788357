import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { personFilters } from '../personFilters.ts'

export const persons = registerScreen(personFilters, {
  name: '人员',
  register: 'person',
  path: '/staff/persons',
  list: (api, asked, page) => api('GET /staff/person/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/person/export', given),
})
