import type { Handlers } from '#lib/server/call.ts'
import type { reviewContract } from '../contract.ts'
import { decideAs } from './decisions.ts'
import { listNotices } from './notices.ts'
import { checkPrint } from './prints.ts'
import { listApplications, listDoing, showApplication, withdrawApplication } from './progress.ts'
import { listQueue, showCase } from './queue.ts'

export const reviewHandlers: Handlers<typeof reviewContract> = {
  'GET /app/publicity/notice/list': listNotices,
  'GET /app/publicity/form/check': checkPrint,
  'GET /member/doing/list': listDoing,
  'GET /member/application/list': listApplications,
  'GET /member/application/detail': showApplication,
  'POST /member/application/withdraw': withdrawApplication,
  'GET /staff/review/list': listQueue,
  'GET /staff/review/detail': showCase,
  'POST /staff/review/decide': decideAs('staff:review'),
  'POST /staff/decision/record': decideAs('staff:decide'),
  'POST /staff/fee/confirm': decideAs('staff:finance'),
}
