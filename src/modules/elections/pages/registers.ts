import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { electionFilters, rollFilters } from '../electionFilters.ts'

export const elections = registerScreen(electionFilters, {
  name: '换届选举',
  register: 'election',
  path: '/staff/elections',
  list: (api, asked, page) => api('GET /staff/election/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/election/export', given),
})

/** Roll of one election: its number is part of the screen's address. */
export const rollOf = (electionId: number) =>
  registerScreen(rollFilters, {
    name: '选举人名册',
    register: 'electionRoll',
    path: `/staff/elections/${electionId}/roll`,
    opens: 'nothing',
    list: (api, asked, page) => api('GET /staff/election/roll', { ...asked, ...page, electionId }),
    save: given => saveFile('GET /staff/election/rollExport', { ...given, electionId }),
  })
