import type { Handlers } from '#lib/server/api/call.ts'
import type { membersContract } from '../contract.ts'
import { beginHandover, showHandover, submitHandover, uploadLetter } from '../handover/server/handoverRequests.ts'
import { confirmHandover } from '../handover/server/handovers.ts'
import { edit } from './changes.ts'
import { complete } from './completion.ts'
import { showOwn } from './info.ts'

export const membersHandlers: Handlers<typeof membersContract> = {
  'GET /member/org/info': showOwn,
  'POST /member/complete': complete,
  'POST /member/edit': edit,
  'POST /handover/begin': beginHandover,
  'POST /handover/letter': uploadLetter,
  'POST /handover/submit': submitHandover,
  'GET /handover/status': showHandover,
  'POST /handover/confirm': confirmHandover,
}
