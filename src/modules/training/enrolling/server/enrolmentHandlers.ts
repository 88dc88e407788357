import type { Handlers } from '#lib/server/api/call.ts'
import { uploadEnrolmentFile, uploadPhoto } from '#modules/training/participants/server/participantFiles.ts'
import { participantsTemplate, readParticipants } from '#modules/training/participants/server/participantSheet.ts'
import type { enrolmentContract } from '../contract.ts'
import { submitEnrolment } from './enrolling.ts'
import { downloadAsVisitor, downloadMine, getApply, showRegistration } from './registrations.ts'
import { listCoursesForMember, listRegistrations } from './registrationsList.ts'
import { editAsVisitor, openEnrolment, provePhone, submitAsVisitor } from './visitors.ts'

export const enrolmentHandlers: Handlers<typeof enrolmentContract> = {
  'GET /training/list': listCoursesForMember,
  'GET /training/v2/registration/list': listRegistrations,
  'GET /training/v2/detail': showRegistration,
  'POST /training/v2/submit': submitEnrolment,
  'POST /training/v2/download': downloadMine,
  'POST /app/training/phone': provePhone,
  'POST /app/training/open': openEnrolment,
  'GET /app/training/getApply': getApply,
  'POST /app/training/submit': submitAsVisitor,
  'POST /app/training/edit/submit': editAsVisitor,
  'POST /app/training/download': downloadAsVisitor,
  'POST /app/training/file': uploadEnrolmentFile,
  'POST /app/training/photo': uploadPhoto,
  'POST /app/training/participants/read': readParticipants,
  'GET /app/training/participants/template': participantsTemplate,
}
