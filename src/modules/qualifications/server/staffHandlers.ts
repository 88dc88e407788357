import type { Handlers } from '#lib/server/api/call.ts'
import { annualReportsHandlers } from '../applying/server/annualReports.ts'
import { catalogueHandlers } from '../catalogue/server/catalogueHandlers.ts'
import { shortfallHandlers } from '../shortfalls/server/shortfallHandlers.ts'
import { siteArrangingHandlers } from '../site/server/siteArranging.ts'
import { siteDetailHandlers } from '../site/server/siteDetail.ts'
import { siteRecordingHandlers } from '../site/server/siteRecording.ts'
import { siteReviewsHandlers } from '../site/server/siteReviews.ts'
import { siteSheetHandlers } from '../site/server/siteSheet.ts'
import { siteVerifyingHandlers } from '../site/server/siteVerifying.ts'
import type { staffQualificationsContract } from '../staffContract.ts'

export const staffQualificationsHandlers: Handlers<typeof staffQualificationsContract> = {
  ...catalogueHandlers,
  ...siteReviewsHandlers,
  ...siteDetailHandlers,
  ...siteSheetHandlers,
  ...siteArrangingHandlers,
  ...siteRecordingHandlers,
  ...siteVerifyingHandlers,
  ...shortfallHandlers,
  ...annualReportsHandlers,
}
