import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { reporterFilters, reportFilters } from '../reportFilters.ts'

export const reports = registerScreen(reportFilters, {
  name: '统计报表',
  register: 'statisticsReport',
  path: '/staff/industry/reports',
  list: (api, asked, page) => api('GET /staff/industry/report/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/industry/report/export', given),
})

export const reporters = registerScreen(reporterFilters, {
  name: '填报单位',
  register: 'statisticsReporter',
  path: '/staff/industry/reporters',
  opens: { panel: 'edit' },
  list: (api, asked, page) => api('GET /staff/industry/reporter/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/industry/reporter/export', given),
})
