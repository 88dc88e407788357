import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, fileOf, int, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { expertToChoose } from '#modules/experts/staffContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { state as status } from '#modules/review/stateContract.ts'
import { conclusions, findingResults, siteStages } from '../siteReview.ts'
import { siteReviewFilters } from '../siteReviewFilters.ts'
import { nonconformity } from './nonconformity.ts'

const role = z.enum(['leader', 'member'], '应为组长或组员')

const row = z.object({
  id: z.int(),
  number: z.string(),
  title: z.string(),
  typeName: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  status,
  statusName: z.string(),
  stage: z.enum(siteStages),
  stageName: z.string(),
  /** Null: not arranged yet. */
  plannedOn: z.string().nullable(),
  days: z.int(),
  place: z.string(),
  leader: z.string(),
  experts: z.int(),
  nonconformities: z.int(),
  accepted: z.int(),
  /** Last day for the applicant's corrections. */
  dueOn: z.string().nullable(),
  /** Day by which the association should act. */
  deadline: z.string().nullable(),
  overdue: z.boolean(),
})
/** `version`: of the review as it was read; 0 where there is none yet. */
const known = { id: int, version: z.coerce.number<number | string>('应为读取时的版本').int('应为读取时的版本') }
const acted = z.object({ id: z.int(), version: z.int(), status, statusName: z.string() })

/** 现场评审: who looks at an applicant's place, what they find, and whether it was put right. */
export const siteContract = {
  'GET /staff/qualification/site/list': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '现场评审：待安排的、已安排的（日期近的在前）、整改中的、待验证的、已办结的',
    ...registerList(siteReviewFilters, row),
    example: { stage: 'awaitingSite', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/qualification/site/export': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '按列表的筛选条件导出现场评审（Excel）',
    ...registerExport(siteReviewFilters),
    example: { stage: 'onSite' },
  },
  'GET /staff/qualification/site/detail': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '一份申请的现场评审：安排、评审组与回避核对、检查表、不符合项与整改证据、结论',
    input: byId,
    output: row.extend({
      version: z.int(),
      applicant: z.object({ name: z.string(), creditCode: z.string(), address: z.string() }),
      observer: z.string(),
      note: z.string(),
      group: z.array(
        z.object({
          expertId: z.int(),
          name: z.string(),
          jobTitle: z.string(),
          role,
          roleName: z.string(),
          mayLead: z.boolean(),
          /** Employers known at the time of the assignment. */
          employers: z.array(z.string()),
          declaredOn: z.string().nullable(),
          /** Conflicts known now; ties may have been added since the assignment. */
          conflicts: z.array(z.string()),
        }),
      ),
      findings: z.array(
        z.object({
          place: z.int(),
          clause: z.string(),
          content: z.string(),
          result: z.enum(findingResults).nullable(),
          remark: z.string(),
        }),
      ),
      list: z.array(nonconformity),
      conclusion: z.enum(conclusions).nullable(),
      conclusionName: z.string(),
      summary: z.string(),
      files: z.array(storedFile),
      recordedAt: z.string().nullable(),
    }),
    example: { id: 1 },
  },
  'GET /staff/qualification/site/experts': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '可以安排的在聘专家，逐人与申请单位核对；conflicts 为空即无冲突',
    ...paged(
      { id: int, key: text(30).optional() },
      z.object({
        ...expertToChoose,
        conflicts: z.array(z.string()),
      }),
    ),
    example: { id: 1, key: '清洗', pageNum: 1, pageSize: 10 },
  },
  'GET /staff/qualification/site/sheet': {
    who: 'staff:applications',
    provinces: 'within',
    summary:
      '现场评审记录（PDF）：任务、评审组与回避声明、检查表、不符合项、结论、签字；评审前为空白表，记录后带数字签名',
    ...fileOf,
  },
  'POST /staff/qualification/site/arrange': {
    tells: true,
    who: 'staff:review',
    provinces: 'within',
    summary: '安排或重新安排现场评审：日期、地点、评审组（恰有一名组长）；与申请单位有利害关系的专家不能安排',
    input: z.object({
      ...known,
      plannedOn: day,
      days: int.max(30, '最多 30 天').default(1),
      place: text(100).min(1, '请填写评审地点'),
      observer: text(30).default(''),
      note: text(500).default(''),
      experts: z
        .array(z.object({ expertId: int, role }), '应为专家的列表')
        .min(1, '请选择评审组成员')
        .max(15, '评审组最多 15 人'),
    }),
    output: acted,
    example: {
      id: 1,
      version: 0,
      plannedOn: '2026-12-08',
      days: 1,
      place: '北京市朝阳区演示路 28 号',
      note: '请备好质量手册、设备台账和近四年业绩合同',
      experts: [{ expertId: 2, role: 'leader' }],
    },
  },
  'POST /staff/qualification/site/declare': {
    tells: true,
    who: 'staff:review',
    provinces: 'within',
    summary: '登记一位专家已签署（或尚未签署）回避声明',
    input: z.object({ id: int, expertId: int, declared: z.boolean('应为是否已签署') }),
    output: z.object({ declaredOn: z.string().nullable() }),
    example: { id: 1, expertId: 2, declared: true },
  },
  'POST /staff/qualification/site/record': {
    tells: true,
    who: 'staff:review',
    provinces: 'within',
    summary:
      '保存评审记录（save，可以未填完），或提交结论（conclude）：推荐的进入审议，整改后推荐的转申请人整改，不推荐的申请终止',
    maxBodyKb: 512,
    input: z.object({
      ...known,
      action: z.enum(['save', 'conclude'], '应为 save 或 conclude'),
      findings: z
        .array(
          z.object({
            place: int,
            result: z.enum(findingResults, '不是有效的结果').nullish(),
            remark: text(500).default(''),
          }),
          '应为检查结果的列表',
        )
        .max(200, '检查项过多')
        .default([]),
      nonconformities: z
        .array(
          z.object({ clause: text(60).default(''), description: text(1000).default(''), dueOn: day.optional() }),
          '应为不符合项的列表',
        )
        .max(50, '不符合项不能超过 50 项')
        .default([]),
      conclusion: z.enum(conclusions, '请选择结论').nullish(),
      summary: text(1000).default(''),
      /** The signed record. */
      fileIds: z.array(int, '应为文件的列表').max(10, '最多 10 个文件').default([]),
    }),
    output: acted,
    example: {
      id: 1,
      version: 1,
      action: 'conclude',
      conclusion: 'afterRectification',
      summary: '体系运行基本有效。',
      findings: [{ place: 1, result: 'fails', remark: '台账缺少校准日期' }],
      nonconformities: [{ clause: '5.2', description: '两台 pH 计已过校准有效期', dueOn: '2026-12-28' }],
      fileIds: [12],
    },
  },
  'POST /staff/qualification/site/verify': {
    tells: true,
    who: 'staff:review',
    provinces: 'within',
    summary: '逐项验证整改：全部通过的进入审议；有未通过的退回申请人，须说明原因并给出新的期限',
    maxBodyKb: 128,
    input: z.object({
      ...known,
      results: z
        .array(
          z.object({
            id: int,
            accepted: z.boolean('应为是否通过'),
            remark: text(500).default(''),
            dueOn: day.optional(),
          }),
          '应为验证结果的列表',
        )
        .max(50, '验证结果过多'),
    }),
    output: acted,
    example: { id: 1, version: 3, results: [{ id: 7, accepted: true }] },
  },
  'POST /staff/qualification/site/reject': {
    tells: true,
    who: 'staff:review',
    provinces: 'within',
    summary: '不再评审，申请不予通过：拒绝接受评审、整改无效等；须说明理由',
    input: z.object({ ...known, reason: text(500).min(2, '请说明理由，申请人会看到') }),
    output: acted,
    example: { id: 1, version: 0, reason: '申请人书面拒绝接受现场评审' },
  },
} as const satisfies Contract
