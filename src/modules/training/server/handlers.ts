import type { Handlers } from '#lib/server/call.ts'
import type { trainingContract } from '../contract.ts'
import { listCourses, showCourse } from './courses.ts'
import './fileParts.ts'

export const trainingHandlers: Handlers<typeof trainingContract> = {
  'GET /app/training/list': listCourses,
  'GET /app/training/detail': showCourse,
}
