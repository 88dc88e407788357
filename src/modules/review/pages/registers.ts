import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { noticeFilters } from '../noticeFilters.ts'

export const notices = registerScreen(noticeFilters, {
  name: '公示',
  register: 'notice',
  path: '/staff/notices',
  list: (api, asked, page) => api('GET /staff/notice/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/notice/export', given),
})
