import type { FormField, FormValues } from '#lib/form/form.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { MAX_BATCH_SIZE } from '../batchLimits.ts'
import { organisationOf, type Planned } from './batchPeople.ts'

const PEOPLE = '发证名单'
const of = { section: PEOPLE, kind: 'text' } as const

/** Review form of a batch; filled by the program only. */
export const batchFields: readonly FormField[] = [
  { name: 'course', label: '培训班', section: '批次', kind: 'text', required: true, max: 200 },
  { name: 'certificate', label: '证书种类', section: '批次', kind: 'text', required: true, max: 100 },
  { name: 'remark', label: '说明', section: '批次', kind: 'paragraph', max: 500 },
  {
    name: 'people',
    label: '发证人员',
    section: PEOPLE,
    kind: 'rows',
    required: true,
    max: MAX_BATCH_SIZE,
    columns: [
      { ...of, name: 'name', label: '姓名', required: true },
      { ...of, name: 'organisation', label: '单位', max: 200 },
      { ...of, name: 'ticket', label: '准考证号' },
      { ...of, name: 'level', label: '级别' },
      { ...of, name: 'result', label: '成绩' },
      { ...of, name: 'renews', label: '原证书', max: 200 },
    ],
  },
  {
    name: 'leftOut',
    label: '未列入的人员',
    section: PEOPLE,
    kind: 'rows',
    max: MAX_BATCH_SIZE,
    columns: [
      { ...of, name: 'name', label: '姓名', required: true },
      { ...of, name: 'organisation', label: '单位', max: 200 },
      { ...of, name: 'reason', label: '原因', max: 200 },
    ],
  },
]

export type LeftOut = { row: Planned; reason: string }
type Of = { course: string; certificate: string; remark: string; people: Planned[]; leftOut: LeftOut[] }

export const batchValues = ({ course, certificate, remark, people, leftOut }: Of): FormValues => ({
  course,
  certificate,
  remark,
  people: people.map(row => ({
    name: row.name,
    organisation: organisationOf(row),
    ticket: row.ticketNumber ?? '',
    level: row.level.name,
    result: resultNames[row.result],
    renews: row.note,
  })),
  leftOut: leftOut.map(({ row, reason }) => ({ name: row.name, organisation: organisationOf(row), reason })),
})
