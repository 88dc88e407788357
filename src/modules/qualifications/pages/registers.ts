import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { heldFilters, shortfallFilters } from '../shortfallFilters.ts'
import { siteReviewFilters } from '../siteReviewFilters.ts'

export const shortfalls = registerScreen(shortfallFilters, {
  name: '条件不足的证书',
  register: 'shortfall',
  path: '/staff/shortfalls',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/qualification/shortfall/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/qualification/shortfall/export', given),
})

export const annualReports = registerScreen(heldFilters, {
  name: '年审逾期的证书',
  register: 'annualReport',
  path: '/staff/shortfalls',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/qualification/annual/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/qualification/annual/export', given),
})

export const siteReviews = registerScreen(siteReviewFilters, {
  name: '现场评审',
  register: 'siteReview',
  path: '/staff/site-reviews',
  list: (api, asked, page) => api('GET /staff/qualification/site/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/qualification/site/export', given),
})
