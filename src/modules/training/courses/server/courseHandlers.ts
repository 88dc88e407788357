import type { Handlers } from '#lib/server/api/call.ts'
import type { staffCourseContract } from '../contract.ts'
import { changeQuota, closeCourse, publishCourse, removeCourse, reopenCourse, withdrawCourse } from './courseActs.ts'
import { cancelCourse } from './courseCancelling.ts'
import { blankCourse, showStaffCourse } from './courseDetail.ts'
import { exportCourses, listStaffCourses, listYears } from './courseList.ts'
import { saveCourse } from './courseSaving.ts'

export const staffCourseHandlers: Handlers<typeof staffCourseContract> = {
  'GET /staff/training/course/list': listStaffCourses,
  'GET /staff/training/course/years': listYears,
  'GET /staff/training/course/export': exportCourses,
  'GET /staff/training/course/blank': blankCourse,
  'GET /staff/training/course/detail': showStaffCourse,
  'POST /staff/training/course/save': saveCourse,
  'POST /staff/training/course/publish': publishCourse,
  'POST /staff/training/course/withdraw': withdrawCourse,
  'POST /staff/training/course/close': closeCourse,
  'POST /staff/training/course/reopen': reopenCourse,
  'POST /staff/training/course/quota': changeQuota,
  'POST /staff/training/course/cancel': cancelCourse,
  'POST /staff/training/course/remove': removeCourse,
}
