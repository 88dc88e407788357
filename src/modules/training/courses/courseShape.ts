import { z } from 'zod'
import { fileInfo } from '#modules/files/contract.ts'

/** Code of a kind of event. */
export const courseKind = z.string('不是有效的培训类别').regex(/^[A-Za-z]\w{0,19}$/, '不是有效的培训类别')
export const courseStatus = z.enum(
  ['notOpen', 'open', 'full', 'closed', 'running', 'ended', 'announced', 'cancelled'],
  '不是有效的培训状态',
)

/** A course as everybody may see it: of those who take part, only how many they are. */
export const courseRow = z.object({
  id: z.int(),
  title: z.string(),
  kind: z.string(),
  kindName: z.string(),
  /** What it is called: 培训班, 年会. */
  noun: z.string(),
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
  /** People who took part in a course that is over; 0 before. */
  trained: z.int(),
  /** Yuan a person. */
  feeMember: z.number(),
  feeOther: z.number(),
  /** It has several fares, and these are the lowest prices. */
  hasFares: z.boolean(),
  feeNote: z.string(),
  status: courseStatus,
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

export const courseDetail = courseRow.extend({
  words: z.object({
    noun: z.string(),
    people: z.string(),
    fee: z.string(),
    pass: z.string(),
    speakers: z.string(),
    agenda: z.string(),
  }),
  /** Prices by fare; none where it has a single price. */
  fares: z.array(
    z.object({
      name: z.string(),
      feeMember: z.number(),
      feeOther: z.number(),
      earlyUntil: z.string().nullable(),
      earlyMember: z.number().nullable(),
      earlyOther: z.number().nullable(),
      /** Null: limited by the places of the event alone. */
      left: z.int().nullable(),
    }),
  ),
  /** Events of its kind may have an exam. */
  mayHaveExam: z.boolean(),
  /** Participants are asked for their identity number. */
  asksNumber: z.boolean(),
  teachers: z.string(),
  /** HTML. */
  syllabus: z.string(),
  passScore: z.int(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Refund rule in words, and the share of the fee that goes back by the last day of each step. */
  refundRule: z.string(),
  refundSteps: z.array(z.object({ until: z.string(), percent: z.int() })),
  updateTime: z.string(),
  /** Enrolment is possible now, for a place or for the waiting list. */
  canEnrol: z.boolean(),
  hotel: z.string(),
  attachments: z.array(fileInfo),
})
export type CourseDetail = z.infer<typeof courseDetail>
