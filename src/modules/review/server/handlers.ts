import type { Handlers } from '#lib/server/api/call.ts'
import { checkPrint } from '../applying/server/prints.ts'
import { listApplications, listDoing, showApplication, withdrawApplication } from '../applying/server/progress.ts'
import type { reviewContract } from '../contract.ts'
import { listNotices, showNotice } from '../notices/server/notices.ts'
import { addEvidence, object, showProgress } from '../notices/server/objections.ts'

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
