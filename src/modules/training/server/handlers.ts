import type { Handlers } from '#lib/server/call.ts'
import type { trainingContract } from '../contract.ts'
import { listCourses, showCourse } from './courses/courses.ts'
import { enrolmentHandlers } from './enrolling/enrolmentHandlers.ts'
import './fileParts.ts'
import './history.ts'
import './payable.ts'

export const trainingHandlers: Handlers<typeof trainingContract> = {
  ...enrolmentHandlers,
  'GET /app/training/list': listCourses,
  'GET /app/training/detail': showCourse,
}
