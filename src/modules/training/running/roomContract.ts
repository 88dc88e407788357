import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { stays } from '../participantWords.ts'

const guest = z.object({
  id: z.int(),
  name: z.string(),
  sexName: z.string(),
  organisationName: z.string(),
  stay: z.enum(stays),
  stayName: z.string(),
  roommate: z.string(),
  diet: z.string(),
  room: z.string(),
})
const stayFilters = {
  courseId: int,
  stay: z.enum(['single', 'shared'], 'single 为单住，shared 为合住').optional(),
  sex: z.enum(['male', 'female'], 'male 为男，female 为女').optional(),
  organisation: text(60).optional(),
}

/** 住宿. */
export const roomContract = {
  'GET /staff/training/rooms': {
    who: 'staff:training',
    summary: '住宿名单：谁住哪间，谁还没有房间；可按住法、性别、单位筛选',
    input: z.object(stayFilters),
    output: z.array(guest),
    example: { courseId: 1, sex: 'female' },
  },
  'POST /staff/training/rooms/assign': {
    who: 'staff:training',
    summary: '给还没有房间的人分房：意愿同住的在前，其次同单位，只与同性合住；again 表示全部重新分',
    input: z.object({
      courseId: int,
      /** Room numbers of the hotel, in the order of assignment; missing ones are named 房间 1, 房间 2 … */
      names: z.array(text(20)).max(1000, '最多 1000 个房间').default([]),
      again: z.boolean('应为是否全部重新分').default(false),
    }),
    output: z.object({ lodged: z.int(), rooms: z.int() }),
    example: { courseId: 1, names: ['801', '802'] },
  },
  'POST /staff/training/rooms/move': {
    who: 'staff:training',
    summary: '手工调整一个人的房间；空字符串表示取消房间',
    input: z.object({ participantId: int, from: text(20), room: text(20) }),
    output: z.object({ room: z.string() }),
    example: { participantId: 1, from: '801', room: '803' },
  },
  'GET /staff/training/rooms/export': {
    who: 'staff:training',
    summary: '导出给酒店的住宿表（Excel），不含证件号码',
    input: z.object(stayFilters),
    output: 'file',
    example: { courseId: 1 },
  },
} as const satisfies Contract
