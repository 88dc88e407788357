import type { Handlers } from '#lib/server/api/call.ts'
import type { staffComplaintsContract } from '../staffContract.ts'
import { complaintActsHandlers } from './complaintActs.ts'
import { complaintFileHandlers } from './complaintFile.ts'
import { complaintsHandlers } from './complaints.ts'

export const staffComplaintsHandlers: Handlers<typeof staffComplaintsContract> = {
  ...complaintsHandlers,
  ...complaintFileHandlers,
  ...complaintActsHandlers,
}
