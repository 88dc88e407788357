import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'

const room = z.object({
  name: text(20).min(1, '请填写考场名称'),
  size: int.max(300, '一个考场最多 300 个座位'),
})

const seated = z.object({
  id: z.int(),
  name: z.string(),
  organisationName: z.string(),
  ticketNumber: z.string(),
  seat: z.string(),
})

/** 考场与座位. */
export const seatingContract = {
  'GET /staff/training/seating': {
    who: 'staff:training',
    summary: '考场座位：每个考场坐了谁，谁还没有座位，同单位相邻的有几处',
    input: z.object({ courseId: int }),
    output: z.object({
      rooms: z.array(room.extend({ seats: z.array(seated) })),
      unseated: z.array(seated),
      neighbours: z.int(),
    }),
    example: { courseId: 1 },
  },
  'POST /staff/training/seating': {
    who: 'staff:training',
    summary: '编排考场座位：按准考证号，或同单位错开；原来的编排作废',
    input: z.object({
      courseId: int,
      rooms: z.array(room).min(1, '请填写至少一个考场').max(50, '最多 50 个考场'),
      order: z.enum(['ticket', 'mixed'], 'ticket 为按准考证号，mixed 为同单位错开'),
    }),
    output: z.object({ seated: z.int(), neighbours: z.int() }),
    example: { courseId: 1, rooms: [{ name: '一号考场', size: 30 }], order: 'mixed' },
  },
  'POST /staff/training/seating/move': {
    who: 'staff:training',
    summary: '手工调整一个人的座位；座位上有人时两人对调，空字符串表示取消座位',
    input: z.object({ participantId: int, from: text(40), seat: text(40) }),
    output: z.object({ seat: z.string(), swappedWith: z.string() }),
    example: { participantId: 1, from: '一号考场 03', seat: '一号考场 05' },
  },
  'GET /staff/training/seating/sheet': {
    who: 'staff:training',
    summary: '打印考场门贴（door）或桌贴（table）',
    input: z.object({ courseId: int, kind: z.enum(['door', 'table'], 'door 为门贴，table 为桌贴') }),
    output: 'file',
    example: { courseId: 1, kind: 'door' },
  },
} as const satisfies Contract
