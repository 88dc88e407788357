import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { invitationFilters } from '../invitationFilters.ts'
import { memberFilters } from '../memberFilters.ts'

export const members = registerScreen(memberFilters, {
  name: '会员名册',
  register: 'member',
  path: '/staff/members',
  list: (api, asked, page) => api('GET /staff/member/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/member/export', given),
})

export const invitations = registerScreen(invitationFilters, {
  name: '邀请',
  register: 'invitation',
  path: '/staff/invitations',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/invitation/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/invitation/export', given),
})
