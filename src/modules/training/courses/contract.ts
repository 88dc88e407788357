import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, province, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { courseDetail, courseKind, courseRow, courseStatus } from './courseShape.ts'

export const courseContract = {
  'GET /app/training/list': {
    who: 'anyone',
    summary: '培训班公示：可以报名的在前，按截止时间排列',
    cached: true,
    ...paged(
      {
        /** Courses that ended within a year, with people who took part. */
        trained: z.enum(['yes'], '应为 yes').optional(),
        kind: courseKind.optional(),
        status: courseStatus.optional(),
        provinceCode: province.optional(),
        key: text(50).optional(),
      },
      courseRow,
    ),
    example: { status: 'open', pageNum: 1, pageSize: 10 },
  },
  'GET /app/training/detail': {
    who: 'anyone',
    summary: '一个培训班，连同课程安排与授课教师',
    cached: true,
    input: byId,
    output: courseDetail,
    example: { id: 1 },
  },
} as const satisfies Contract
