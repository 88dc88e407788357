import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { pastSearchFilters } from '../pastSearchFilters.ts'

export const pastSearches = registerScreen(pastSearchFilters, {
  name: '大家搜过的词',
  register: 'pastSearch',
  path: '/staff/past-searches',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/pastSearch/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/pastSearch/export', given),
})
