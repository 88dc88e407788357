import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { boardStates } from './board.ts'

/** Null: it was not filled in; what must be is told with everything else that is wrong. */
const count = z
  .int('应为不小于 0 的整数')
  .min(0, '应为不小于 0 的整数')
  .max(99_999, '数字过大')
  .nullable()
  .default(null)

export const known = { id: int, version: int }
export const changed = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(boardStates),
  stateName: z.string(),
})

export const recordContract = {
  'POST /staff/board/record': {
    tells: true,
    who: 'staff:decide',
    summary:
      '记录出席、票数与审议结果：一个决定用于全部申请，例外逐项列出。须达到章程规定的人数与票数；全部生效或全部不生效；由本人复审通过的，须由另一位工作人员记录',
    maxBodyKb: 512,
    input: z.object({
      ...known,
      opinion: text(200).min(2, '请填写决定，例如“第六届理事会第三次会议通过”'),
      attendance: z
        .object({
          entitled: count,
          present: count,
          onLeave: count,
          names: z.array(text(40), '应为姓名的列表').max(1000, '名单过长').default([]),
          chair: text(30).default(''),
          recorder: text(30).default(''),
        })
        .optional(),
      votes: z
        .array(
          z.object({ applicationId: int, yes: count, no: count, abstained: count, recused: count }),
          '应为票数的列表',
        )
        .max(200, '票数过多')
        .default([]),
      exceptions: z
        .array(
          z.object({
            applicationId: int,
            outcome: z.enum(['reject', 'postpone'], '应为不予通过或下次再议'),
            reason: text(500).default(''),
          }),
          '应为例外的列表',
        )
        .max(200, '例外过多')
        .default([]),
      fileIds: z.array(int, '应为文件的列表').max(5, '最多 5 个文件').default([]),
    }),
    output: changed,
    example: {
      id: 1,
      version: 3,
      opinion: '第六届理事会第三次会议通过',
      attendance: { entitled: 45, present: 40, onLeave: 3, chair: '李晓明', recorder: '王芳' },
      votes: [{ applicationId: 1, yes: 38, no: 1, abstained: 1, recused: 0 }],
      exceptions: [{ applicationId: 2, outcome: 'reject', reason: '不符合章程规定的入会条件' }],
    },
  },
  'GET /staff/board/resolution': {
    who: 'staff:decide',
    summary: '会议决议：出席人数、票数与逐项的决定（带数字签名的 PDF，或可修改的 DOCX）；已记录的会议才有',
    input: z.object({ id: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
  'POST /staff/board/article': {
    who: 'staff:decide',
    summary: '把一类事项的公示文稿存为文章草稿：每类一篇，已有时给出那一篇；须有编写内容的权限',
    input: z.object({
      id: int,
      /** Kind of application that passed. */
      kind: text(40).min(1, '请选择事项的类别'),
      /** Category of the article; defaults to the site's category for public notices. */
      catalogId: int.optional(),
    }),
    output: z.object({ route: z.string(), isNew: z.boolean() }),
    example: { id: 1, kind: 'membership' },
  },
} as const satisfies Contract
