import type { Handlers } from '#lib/server/call.ts'
import type { reviewContract } from '../contract.ts'
import { listNotices, showNotice } from './notices.ts'
import { addEvidence, object, showProgress } from './objections.ts'
import { checkPrint } from './prints.ts'
import { listApplications, listDoing, showApplication, withdrawApplication } from './progress.ts'

export const reviewHandlers: Handlers<typeof reviewContract> = {
  'GET /app/publicity/notice/list': listNotices,
  'GET /app/publicity/notice/info': showNotice,
  'POST /app/publicity/notice/objection': object,
  'POST /app/publicity/notice/objection/file': addEvidence,
  'POST /app/publicity/notice/objection/progress': showProgress,
  'GET /app/publicity/form/check': checkPrint,
  'GET /member/doing/list': listDoing,
  'GET /member/application/list': listApplications,
  'GET /member/application/detail': showApplication,
  'POST /member/application/withdraw': withdrawApplication,
}
