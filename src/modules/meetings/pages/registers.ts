import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { seatFilters } from '../seatFilters.ts'

export const meetingSeats = registerScreen(seatFilters, {
  name: '会议回执',
  register: 'meetingSeat',
  path: '/staff/meeting-seats',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/meeting/seat/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/meeting/seat/export', given),
})
