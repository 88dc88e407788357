import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { courseFilters } from '../courseFilters.ts'
import { registrationFilters } from '../registrationFilters.ts'

export const courses = registerScreen(courseFilters, {
  name: '培训班',
  register: 'course',
  path: '/staff/courses',
  list: (api, asked, page) => api('GET /staff/training/course/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/training/course/export', given),
})

export const registrations = registerScreen(registrationFilters, {
  name: '报名',
  register: 'registration',
  path: '/staff/registrations',
  list: (api, asked, page) => api('GET /staff/training/registrations', { ...asked, ...page }),
  save: given => saveFile('GET /staff/training/registrations/export', given),
})
