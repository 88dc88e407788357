import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { organisationFilters } from '../organisationFilters.ts'

export const organisations = registerScreen(organisationFilters, {
  name: '单位',
  register: 'organisation',
  path: '/staff/organisations',
  list: (api, asked, page) => api('GET /staff/organisation/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/organisation/export', given),
})
