import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export const DESK = '/staff/courses'

export type StaffCourseDetail = Output<ApiContract['GET /staff/training/course/detail']>
export type File = StaffCourseDetail['files'][number]
