import type { Handlers } from '#lib/server/api/call.ts'
import type { trainingContract } from '../contract.ts'
import { listCourses, showCourse } from '../courses/server/courses.ts'
import { enrolmentHandlers } from '../enrolling/server/enrolmentHandlers.ts'
import '../registrations/server/fileParts.ts'
import '../courses/server/history.ts'
import '../registrations/server/payable.ts'

export const trainingHandlers: Handlers<typeof trainingContract> = {
  ...enrolmentHandlers,
  'GET /app/training/list': listCourses,
  'GET /app/training/detail': showCourse,
}
