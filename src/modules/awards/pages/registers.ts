import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { winnerFilters } from '../winnerFilters.ts'

export const winners = registerScreen(winnerFilters, {
  name: '获奖名单',
  register: 'awardWinner',
  path: '/staff/award-winners',
  opens: { panel: 'winner' },
  list: (api, asked, page) => api('GET /staff/award-winner/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/award-winner/export', given),
})
