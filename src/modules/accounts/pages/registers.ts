import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { colleagueFilters } from '../colleagueFilters.ts'
import { memberAccountFilters } from '../memberAccountFilters.ts'

export const colleagues = registerScreen(colleagueFilters, {
  name: '工作人员',
  register: 'colleague',
  path: '/staff/colleagues',
  list: (api, asked, page) => api('GET /staff/colleague/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/colleague/export', given),
})

export const memberAccounts = registerScreen(memberAccountFilters, {
  name: '会员账号',
  register: 'account',
  path: '/staff/accounts',
  list: (api, asked, page) => api('GET /staff/account/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/account/export', given),
})
