import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { jobRunFilters } from '../jobRunFilters.ts'

export const jobRuns = registerScreen(jobRunFilters, {
  name: '运行记录',
  register: 'jobRun',
  path: '/staff/jobs',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/job/runs', { ...asked, ...page }),
  save: given => saveFile('GET /staff/job/export', given),
})
