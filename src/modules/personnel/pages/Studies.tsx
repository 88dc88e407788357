import type { z } from 'zod'
import { Table } from '#ui/table/Table.tsx'
import type { studyRow, trainingRow } from '../peopleContract.ts'

type Study = z.output<typeof studyRow>[]
type Trainings = z.output<typeof trainingRow>[]
type Props = { of: { name: string; study: Study; trainings: Trainings }; card: string }

/** 继续教育 and the courses that somebody took part in; to a company and to staff alike. */
export const Studies = ({ of: { name, study, trainings }, card }: Props) => (
  <section className={card}>
    <h2>培训与继续教育</h2>
    {study.length + trainings.length === 0 && <p>还没有参加过协会的培训，也没有登记的学时。结业后学时自动记入。</p>}
    {trainings.length > 0 && <Courses name={name} rows={trainings} />}
    {study.length > 0 && <Hours name={name} rows={study} />}
  </section>
)

const Courses = ({ name, rows }: { name: string; rows: Trainings }) => (
  <Table
    caption={`${name}的培训经历`}
    rows={rows}
    keyOf={({ title, startDate }) => `${title} ${startDate}`}
    columns={[
      { name: '培训班', cell: ({ title }) => title },
      { name: '日期', cell: ({ startDate, endDate }) => [startDate, endDate].filter(Boolean).join(' 至 ') },
      { name: '结果', cell: ({ resultName }) => resultName },
      { name: '学时', cell: ({ hours }) => hours ?? '—', nowrap: true },
      { name: '证书', cell: ({ certNo }) => certNo ?? '—', nowrap: true },
    ]}
  />
)

const Hours = ({ name, rows }: { name: string; rows: Study }) => (
  <Table
    caption={`${name}的继续教育学时`}
    rows={rows}
    columns={[
      { name: '继续教育', cell: ({ title }) => title },
      { name: '学时', cell: ({ hours }) => hours, nowrap: true },
      { name: '取得日期', cell: ({ earnedOn }) => earnedOn, nowrap: true },
      { name: '计入', cell: ({ kindName }) => kindName || '各种证书' },
    ]}
  />
)
