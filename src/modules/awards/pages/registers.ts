import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { callFilters } from '../callFilters.ts'
import { entryFilters } from '../entryFilters.ts'
import { roundFilters } from '../roundFilters.ts'
import { winnerFilters } from '../winnerFilters.ts'

export const calls = registerScreen(callFilters, {
  name: '申报通知',
  register: 'awardCall',
  path: '/staff/award-calls',
  list: (api, asked, page) => api('GET /staff/award/call/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/award/call/export', given),
})

export const entries = registerScreen(entryFilters, {
  name: '奖励申报',
  register: 'awardEntry',
  path: '/staff/award-entries',
  list: (api, asked, page) => api('GET /staff/award/entry/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/award/entry/export', given),
})

export const rounds = registerScreen(roundFilters, {
  name: '评审轮次',
  register: 'awardRound',
  path: '/staff/award-rounds',
  list: (api, asked, page) => api('GET /staff/award/round/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/award/round/export', given),
})

export const winners = registerScreen(winnerFilters, {
  name: '获奖名单',
  register: 'awardWinner',
  path: '/staff/award-winners',
  opens: { panel: 'winner' },
  list: (api, asked, page) => api('GET /staff/award-winner/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/award-winner/export', given),
})
