import type { Handlers } from '#lib/server/api/call.ts'
import type { applyingContract } from '../applyingContract.ts'
import { applySubmit, withdrawEntry } from './applying.ts'
import { getApply } from './entryDetail.ts'
import { downloadEntry } from './entrySheet.ts'
import { listEntries, listMessages, showReason } from './showing.ts'

export const applyingHandlers: Handlers<typeof applyingContract> = {
  'GET /award/list': listEntries,
  'GET /award/message/list': listMessages,
  'GET /award/getApply': getApply,
  'GET /award/getAuditReason': showReason,
  'POST /award/applySubmit': applySubmit,
  'POST /award/withdraw': withdrawEntry,
  'POST /award/download': downloadEntry,
}
