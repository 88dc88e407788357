import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, day, province } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { traineeFilters } from '../traineeFilters.ts'

const scope = {
  /** Courses that ended between these days; the current year by default. */
  from: day.optional(),
  to: day.optional(),
  kind: code.optional(),
  provinceCode: province.optional(),
}

/** `routes`: for each value the list that it counts; null where no list has exactly that. */
const line = z.object({
  name: z.string(),
  values: z.array(z.number().nullable()),
  routes: z.array(z.string().nullable()),
})
export type TrainingLine = z.output<typeof line>

export const trainingStatisticsContract = {
  'GET /staff/training/trainee/list': {
    who: 'staff:enrolments',
    summary: '学员：所有培训班已确认的参训人员，可按类别、结束日期、地区、参加、学时、考试和证书筛选',
    ...registerList(
      traineeFilters,
      z.object({ id: z.int(), registrationId: z.int(), name: z.string(), courseId: z.int(), courseTitle: z.string() }),
    ),
    example: { tookPart: 'yes', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/training/trainee/export': {
    who: 'staff:enrolments',
    confirm: true,
    summary: '按同样的筛选条件导出学员（xlsx），证件号码和手机号隐去中间',
    ...registerExport(traineeFilters),
    example: { kind: 'certification' },
  },
  'GET /staff/training/statistics': {
    who: 'staff:enrolments',
    summary: '培训统计：一段时间内结束的培训班，按类别、地区、月份的人次、学时、考试与合格率',
    input: z.object(scope),
    output: z.object({
      from: z.string(),
      to: z.string(),
      countedAt: z.string(),
      measures: z.array(z.object({ code: z.string(), name: z.string() })),
      /** Different people among them, by identity number. */
      people: z.int(),
      tables: z.array(
        z.object({ code: z.string(), title: z.string(), heading: z.string(), rows: z.array(line), total: line }),
      ),
    }),
    example: { from: '2026-01-01', to: '2026-12-31' },
  },
  'GET /staff/training/statistics/export': {
    who: 'staff:enrolments',
    summary: '导出培训统计（xlsx）：类别、地区、月份各一页，合计相同',
    input: z.object(scope),
    output: 'file',
    example: { from: '2026-01-01', to: '2026-12-31' },
  },
} as const satisfies Contract
