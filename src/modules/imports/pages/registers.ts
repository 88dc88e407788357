import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { batchFilters } from '../batchFilters.ts'

export const importBatches = registerScreen(batchFilters, {
  name: '导入批次',
  register: 'importBatch',
  path: '/staff/imports',
  list: (api, asked, page) => api('GET /staff/import/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/import/list/export', given),
})
