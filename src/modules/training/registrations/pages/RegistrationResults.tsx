import { minute } from '#lib/dates.ts'
import type { Enrolment } from '#modules/training/enrolling/pages/enrolmentCalls.ts'
import { isPassed } from '#modules/training/participants/participantWords.ts'
import { Tag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'

type Result = Enrolment['results'][number]

/** What became of each: ticket, seat, scores, certificate, hours. */
export function RegistrationResults({ of: { results, training } }: { of: Enrolment }) {
  return (
    <>
      <h2>参训与成绩</h2>
      <Table
        caption="参训与成绩"
        rows={results}
        keyOf={({ name, ticketNo }) => `${name} ${ticketNo}`}
        columns={columnsOf(training.hasExam, results)}
      />
    </>
  )
}

/** Only what there is anything to say of. */
function columnsOf(hasExam: boolean, results: Result[]): TableColumn<Result>[] {
  const any = (has: (one: Result) => unknown) => results.some(one => has(one))
  const all: (TableColumn<Result> | false)[] = [
    { name: '姓名', cell: ({ name }) => name, nowrap: true },
    any(one => one.ticketNo) && { name: '准考证号', cell: ({ ticketNo }) => ticketNo ?? '—', nowrap: true },
    any(one => one.seat) && { name: '座位', cell: ({ seat }) => seat || '—', nowrap: true },
    { name: '报到', cell: ({ checkedInAt }) => (checkedInAt ? minute(checkedInAt) : '未报到'), nowrap: true },
    any(one => one.theory !== null) && { name: '理论', cell: ({ theory }) => theory ?? '—' },
    any(one => one.practice !== null) && { name: '实操', cell: ({ practice }) => practice ?? '—' },
    hasExam &&
      any(one => one.result !== 'none') && {
        name: '结果',
        cell: ({ result, resultName }) => (
          <Tag tone={isPassed(result) ? 'good' : result === 'none' ? 'plain' : 'warn'}>{resultName}</Tag>
        ),
        nowrap: true,
      },
    any(one => one.hours) && { name: '学时', cell: ({ hours }) => hours || '—' },
    any(one => one.certNo) && {
      name: '证书',
      cell: ({ certNo, verifyUrl }) => (verifyUrl ? <a href={verifyUrl}>{certNo}</a> : (certNo ?? '—')),
    },
  ]
  return all.filter(column => column !== false)
}
