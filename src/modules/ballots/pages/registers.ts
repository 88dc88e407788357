import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { ballotFilters, voterFilters } from '../ballotFilters.ts'

export const ballots = registerScreen(ballotFilters, {
  name: '投票',
  register: 'ballot',
  path: '/staff/ballots',
  list: (api, asked, page) => api('GET /staff/ballot/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/ballot/export', given),
})

/** Voters of one ballot: its number is part of the screen's address. */
export const votersOf = (ballotId: number) =>
  registerScreen(voterFilters, {
    name: '投票人',
    register: 'ballotVoter',
    path: `/staff/ballots/${ballotId}/voters`,
    opens: 'nothing',
    list: (api, asked, page) => api('GET /staff/ballot/voters', { ...asked, ...page, ballotId }),
    save: given => saveFile('GET /staff/ballot/votersExport', { ...given, ballotId }),
  })
