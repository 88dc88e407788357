import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { advertFilters } from '../advertFilters.ts'

export const adverts = registerScreen(advertFilters, {
  name: '广告',
  register: 'advert',
  path: '/staff/adverts',
  list: (api, asked, page) => api('GET /staff/adverts', { ...asked, ...page }),
  save: given => saveFile('GET /staff/advert/export', given),
})
