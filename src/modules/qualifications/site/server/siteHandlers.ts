import type { Handlers } from '#lib/server/api/call.ts'
import type { siteContract } from '../siteContract.ts'
import { arrangeSite, declare } from './siteArranging.ts'
import { listSiteExperts, showSite } from './siteDetail.ts'
import { recordSite } from './siteRecording.ts'
import { exportSites, listSites } from './siteReviews.ts'
import { sendSiteSheet } from './siteSheet.ts'
import { rejectSite, verifyCorrections } from './siteVerifying.ts'

export const siteHandlers: Handlers<typeof siteContract> = {
  'GET /staff/qualification/site/list': listSites,
  'GET /staff/qualification/site/export': exportSites,
  'GET /staff/qualification/site/detail': showSite,
  'GET /staff/qualification/site/experts': listSiteExperts,
  'GET /staff/qualification/site/sheet': sendSiteSheet,
  'POST /staff/qualification/site/arrange': arrangeSite,
  'POST /staff/qualification/site/declare': declare,
  'POST /staff/qualification/site/record': recordSite,
  'POST /staff/qualification/site/verify': verifyCorrections,
  'POST /staff/qualification/site/reject': rejectSite,
}
