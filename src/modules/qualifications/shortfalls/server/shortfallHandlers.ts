import type { Handlers } from '#lib/server/api/call.ts'
import { annualReportsHandlers } from '#modules/qualifications/applying/server/annualReports.ts'
import type { shortfallContract } from '../contract.ts'
import { shortfallListHandlers } from './shortfallList.ts'
import { shortfallRemindingHandlers } from './shortfallReminding.ts'
import '#modules/qualifications/server/fileParts.ts'
import './shortfallEvents.ts'

export const shortfallHandlers: Handlers<typeof shortfallContract> = {
  ...shortfallListHandlers,
  ...shortfallRemindingHandlers,
  ...annualReportsHandlers,
}
