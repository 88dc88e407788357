import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, province, text } from '#lib/fields.ts'
import { page, paging } from '#lib/paging.ts'

const kind = z.enum(
  ['certification', 'renewal', 'continuing', 'standards', 'seminar', 'assessor', 'online'],
  '不是有效的培训类别',
)
const status = z.enum(
  ['notOpen', 'open', 'full', 'closed', 'running', 'ended', 'announced', 'cancelled'],
  '不是有效的培训状态',
)

/** A course as everybody may see it: of those who take part, only how many they are. */
export const courseRow = z.object({
  id: z.int(),
  title: z.string(),
  kind,
  kindName: z.string(),
  mode: z.enum(['onsite', 'online', 'mixed']),
  modeName: z.string(),
  batch: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  checkInDate: z.string().nullable(),
  applyFrom: z.string(),
  applyDeadline: z.string(),
  /** Days to the deadline, 0 on the last; null unless one may apply now. */
  daysLeft: z.int().nullable(),
  provinceCode: z.string().nullable(),
  provinceName: z.string(),
  city: z.string(),
  venue: z.string(),
  quota: z.int(),
  enrolled: z.int(),
  left: z.int(),
  /** Yuan a person. */
  feeMember: z.number(),
  feeOther: z.number(),
  feeNote: z.string(),
  status,
  statusName: z.string(),
  hours: z.int(),
  hasExam: z.boolean(),
  /** The certificate that it leads to. */
  personnelKindName: z.string().nullable(),
  noticeId: z.int().nullable(),
  noticeRoute: z.string().nullable(),
  contactName: z.string(),
  contactPhone: z.string(),
  coverUrl: z.string().nullable(),
})

export const trainingContract = {
  'GET /app/training/list': {
    who: 'anyone',
    summary: '培训班公示：可以报名的在前，按截止时间排列',
    cached: true,
    input: z.object({
      kind: kind.optional(),
      status: status.optional(),
      provinceCode: province.optional(),
      key: text(50).optional(),
      ...paging,
    }),
    output: page(courseRow),
    example: { status: 'open', pageNum: 1, pageSize: 10 },
  },
  'GET /app/training/detail': {
    who: 'anyone',
    summary: '一个培训班，连同课程安排与授课教师',
    cached: true,
    input: z.object({ id: int }),
    output: courseRow.extend({
      teachers: z.string(),
      /** HTML. */
      syllabus: z.string(),
      passScore: z.int(),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      updateTime: z.string(),
    }),
    example: { id: 1 },
  },
} as const satisfies Contract
