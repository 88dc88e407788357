import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { appointmentFilters } from '../appointmentFilters.ts'

export const appointments = registerScreen(appointmentFilters, {
  name: '任职名册',
  register: 'appointment',
  path: '/staff/appointments',
  list: (api, asked, page) => api('GET /staff/appointment/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/appointment/export', given),
})
