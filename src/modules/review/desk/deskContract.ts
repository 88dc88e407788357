import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, day, int, nothing, province, text } from '#lib/form/fields.ts'
import { registeredCode } from '#lib/form/registeredCode.ts'
import { paged } from '#lib/paging.ts'
import { bulkResult, bulkResults } from '#lib/register/bulkContract.ts'
import { idList } from '#lib/register/registerContract.ts'
import { caseHead } from '../applicationShape.ts'
import { state } from '../stateContract.ts'
import { waitingAges } from '../waitingAges.ts'
import { allStates } from '../workflow.ts'
import { caseContract } from './caseContract.ts'
import { deskRegisterContract } from './registerContract.ts'

/**
 * `mine`: what waits for the caller's permissions. `open`: not over yet. `staff`: waits for any of the staff. `ended`:
 * over, and not approved.
 */
export const scopes = ['mine', 'open', 'staff', 'all', 'ended'] as const

/** Filters of the queue, shared by the list, its counts, its export and the previous/next links. */
export const queueFilters = {
  kind: code.optional(),
  status: registeredCode(() => [...scopes, ...allStates()], '不是有效的状态').default('mine'),
  assignee: z.union([z.enum(['me', 'nobody']), int], '应为 me、nobody 或工作人员的编号').optional(),
  overdue: z.enum(['1', '0'], '应为 1 或 0').optional(),
  /** How long it has waited in its state. */
  age: z.enum(waitingAges, `应为 ${waitingAges.join('、')} 之一`).optional(),
  branch: int.optional(),
  provinceCode: province.optional(),
  from: day.optional(),
  to: day.optional(),
  decidedFrom: day.optional(),
  decidedTo: day.optional(),
  key: text(60).optional(),
}

const figure = z.object({ count: z.int(), route: z.string() })
/** Figures of a colleague's open work: by age, overdue among them, and all. */
const figures = { cells: z.array(figure), overdue: figure, all: figure }

const workloadRow = z.object({
  assigneeId: z.int().nullable(),
  name: z.string(),
  isActive: z.boolean(),
  ...figures,
})

const assignment = z.object({ assigneeId: int.nullable(), formerId: int.nullable() })

const ids = z.array(int, '应为编号的列表').min(1, '请先选择申请').max(100, '一次最多处理 100 份')

export const staffDeskContract = {
  ...caseContract,
  ...deskRegisterContract,
  'GET /staff/review/list': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '申请列表：默认为等待本人岗位处理的，等得最久的在前；已办结的和全部的，新的在前',
    ...paged(
      queueFilters,
      z.object({
        ...caseHead,
        applicant: z.string(),
        /** What is applied for, where the title says more than the applicant's name. */
        matter: z.string(),
        since: z.string(),
        waitingDays: z.int(),
        /** Day by which staff should act. */
        deadline: z.string().nullable(),
        overdue: z.boolean(),
        assigneeName: z.string().nullable(),
        revision: z.int(),
        version: z.int(),
      }),
    ),
    example: { status: 'submitted', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/review/counts': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '申请各有多少：按事项、按状态（其余筛选条件照旧），以及不论筛选的待我处理、由我负责、已逾期、进行中',
    input: z.object(queueFilters),
    output: z.object({
      kinds: z.array(z.object({ code: z.string(), name: z.string(), n: z.int() })),
      states: z.array(z.object({ code: state, name: z.string(), n: z.int() })),
      mine: z.int(),
      assigned: z.int(),
      overdue: z.int(),
      open: z.int(),
    }),
    example: { status: 'open' },
  },
  'GET /staff/review/export': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '按同样的筛选条件导出申请列表（xlsx）',
    input: z.object(queueFilters),
    output: 'file',
    example: { status: 'open' },
  },
  'GET /staff/review/place': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '一份申请在筛选出的列表中的位置，以及它的前一份和后一份',
    input: z.object({ id: int, ...queueFilters }),
    output: z.object({
      /** Counted from 1; null where it is not among them. */
      n: z.int().nullable(),
      total: z.int(),
      previous: z.int().nullable(),
      next: z.int().nullable(),
    }),
    example: { id: 1 },
  },
  'GET /staff/review/colleagues': {
    who: 'staff:applications',
    provinces: 'free',
    summary: '可以负责申请的工作人员，以及各自的权限',
    input: nothing,
    output: z.array(z.object({ id: z.int(), name: z.string(), permissions: z.array(z.string()) })),
  },
  'GET /staff/review/workload': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '工作分布：等协会办理的申请，按负责人和已等待的工作日，另计逾期；每个数字带着对应的列表',
    input: z.object({ kind: code.optional(), provinceCode: province.optional() }),
    output: z.object({
      ages: z.array(z.object({ code: z.enum(waitingAges), name: z.string() })),
      /** First those assigned to nobody. `isActive`: the account can still work. */
      rows: z.array(workloadRow),
      total: z.object(figures),
      /** Work of other kinds, such as complaints; none while the filters of applications are set. */
      otherWork: z.array(z.object({ name: z.string(), rows: z.array(workloadRow), total: z.object(figures) })),
    }),
  },
  'GET /staff/review/assignable': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '这些申请可以交给谁：每位同事可以办理其中几份，手上有几份',
    input: z.object({ ids: idList }),
    output: z.object({
      total: z.int(),
      colleagues: z.array(z.object({ id: z.int(), name: z.string(), may: z.int(), open: z.int() })),
    }),
    example: { ids: '1,2' },
  },
  'POST /staff/review/distribute': {
    who: 'staff:applications',
    provinces: 'within',
    summary:
      '把申请平均分给所选的同事（不选则不再指派）：每份只给能办理它的人，不能指派的逐份说明；每位同事收到一条消息',
    input: z.object({ ids, assigneeIds: z.array(int, '应为同事的列表').max(20, '最多 20 位同事') }),
    /** `move`: what an undo needs; null where the responsible colleague stayed the same. */
    output: z.array(bulkResult.extend({ move: assignment.nullable() })),
    example: { ids: [1, 2], assigneeIds: [3, 4] },
  },
  'POST /staff/review/assign/undo': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '撤销刚才的指派：仍在新的负责人手上的申请，恢复原来的负责人',
    input: z.object({
      items: z
        .array(assignment.extend({ id: int }), '应为指派的列表')
        .min(1, '请先选择申请')
        .max(100, '一次最多处理 100 份'),
    }),
    output: bulkResults,
    example: { items: [{ id: 1, assigneeId: 3, formerId: null }] },
  },
  'POST /staff/review/assign': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '把申请指派给自己或同事，或取消指派',
    input: z.object({ ids, assigneeId: int.nullable() }),
    output: bulkResults,
    example: { ids: [1, 2], assigneeId: null },
  },
  'POST /staff/review/bulk': {
    sends: true,
    who: 'staff:applications',
    provinces: 'within',
    summary: '批量通过或退回：逐份按各自状态所需的权限处理，互不影响',
    input: z.object({
      items: z
        .array(z.object({ id: int, version: int }), '应为申请的列表')
        .min(1, '请先选择申请')
        .max(100, '一次最多处理 100 份'),
      action: z.enum(['pass', 'return'], '应为通过或退回'),
      opinion: text(1000).default(''),
    }),
    output: bulkResults,
    example: { items: [{ id: 1, version: 2 }], action: 'pass', opinion: '' },
  },
} as const satisfies Contract
