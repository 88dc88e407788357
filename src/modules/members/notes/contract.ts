import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { note } from '#modules/accounts/notes/noteShape.ts'

export const companyNotesContract = {
  'GET /staff/organisation/notes': {
    who: 'staff:members',
    provinces: 'within',
    summary: '同事之间关于一家单位的备注，以及可以用 @ 提到的同事；单位看不到',
    input: byId,
    output: z.object({ notes: z.array(note), colleagues: z.array(z.string()) }),
    example: { id: 1 },
  },
  'POST /staff/organisation/note': {
    who: 'staff:members',
    provinces: 'within',
    summary: '写一条关于单位的备注；写到“@姓名”的同事收到消息',
    input: z.object({ id: int, text: text(1000).min(1, '请填写备注') }),
    output: note,
    example: { id: 1, text: '已电话核实法定代表人' },
  },
  'POST /staff/organisation/note/remove': {
    who: 'staff:members',
    provinces: 'within',
    summary: '删除自己 10 分钟内写的备注',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
