import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { subscriberFilters } from '../subscriberFilters.ts'

export const subscribers = registerScreen(subscriberFilters, {
  name: '简报订阅者',
  register: 'newsletterSubscriber',
  path: '/staff/newsletters/subscribers',
  list: (api, asked, page) => api('GET /staff/newsletter/subscribers', { ...asked, ...page }),
  save: given => saveFile('GET /staff/newsletter/subscribers/export', given),
})
