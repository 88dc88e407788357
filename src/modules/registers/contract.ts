import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { columns } from '#lib/register/registerContract.ts'

const name = text(20).min(1, '请填写视图名称')
const isDefault = z.boolean('应为是或否').default(false)
const isShared = z.boolean('应为是或否').default(false)
const view = z.object({
  id: z.int(),
  name: z.string(),
  /** Filters, order, columns and page size, as an address has them. */
  query: z.string(),
  isDefault: z.boolean(),
  /** Visible to everybody who may see the register. */
  isShared: z.boolean(),
})

export const section: Section = { title: '名册视图', after: '消息管理' }

/** Views of the registers of the back office, the own ones and those that are shared. */
export const registersContract = {
  'GET /staff/view/list': {
    who: 'staff',
    summary: '一个名册的视图：共享的在前，然后是自己的；canShare 为可以保存共享的视图',
    input: z.object({ register: code }),
    output: z.object({ views: z.array(view), canShare: z.boolean() }),
    example: { register: 'member' },
  },
  'POST /staff/view/save': {
    who: 'staff',
    summary: '保存视图（筛选、排序、栏目与每页条数）：自己的，或与同事共享的；同名的被替换，设为默认的在打开名册时使用',
    input: z
      .object({
        register: code,
        name,
        query: z.string('应为筛选条件').regex(/^[\w=&%.+*-]{0,1000}$/, '不是有效的筛选条件'),
        isDefault,
        isShared,
      })
      .refine(({ isDefault, isShared }) => !(isDefault && isShared), {
        message: '共享的视图不能设为默认，请另存为自己的视图',
        path: ['isDefault'],
      }),
    output: view,
    example: { register: 'member', name: '欠费的理事', query: 'status=unpaid&levelCode=20', isShared: false },
  },
  'POST /staff/view/rename': {
    who: 'staff',
    summary: '给视图改名：自己的，或自己可以管理的共享视图',
    input: z.object({ id: int, name }),
    output: view,
    example: { id: 1, name: '欠费的理事单位' },
  },
  'POST /staff/view/remove': {
    who: 'staff',
    summary: '删除视图：自己的，或自己可以管理的共享视图',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'POST /staff/view/columns': {
    who: 'staff',
    summary: '选择本人在一个名册里看到哪些栏目、按什么次序；留空为恢复默认',
    input: z.object({ register: code, columns: z.union([z.literal(''), columns]) }),
    output: nothing,
    example: { register: 'member', columns: 'name,levelName,statusName' },
  },
} as const satisfies Contract
