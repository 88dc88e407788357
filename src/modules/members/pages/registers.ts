import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { handoverFilters } from '../handoverFilters.ts'
import { organisationFilters } from '../organisationFilters.ts'

export const organisations = registerScreen(organisationFilters, {
  name: '单位',
  register: 'organisation',
  path: '/staff/organisations',
  list: (api, asked, page) => api('GET /staff/organisation/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/organisation/export', given),
})

export const handovers = registerScreen(handoverFilters, {
  name: '联系人变更申请',
  register: 'handover',
  path: '/staff/handovers',
  list: (api, asked, page) => api('GET /staff/handover/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/handover/export', given),
})
