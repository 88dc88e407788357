import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { courseFilters } from '../courseFilters.ts'
import { registrationFilters } from '../registrationFilters.ts'
import { traineeFilters } from '../traineeFilters.ts'

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

export const trainees = registerScreen(traineeFilters, {
  name: '学员',
  register: 'trainee',
  path: '/staff/trainees',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/training/trainee/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/training/trainee/export', given),
})
