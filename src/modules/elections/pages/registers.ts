import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { electionFilters } from '../electionFilters.ts'

export const elections = registerScreen(electionFilters, {
  name: '换届选举',
  register: 'election',
  path: '/staff/elections',
  list: (api, asked, page) => api('GET /staff/election/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/election/export', given),
})
