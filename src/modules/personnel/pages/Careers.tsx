import type { z } from 'zod'
import { Table } from '#ui/table/Table.tsx'
import type { employmentRow } from '../peopleContract.ts'

type Row = z.output<typeof employmentRow>
type Props = { name: string; rows: Row[] }

export const Careers = ({ name, rows }: Props) =>
  rows.length === 0 ? (
    <p>没有登记的任职经历。</p>
  ) : (
    <Table
      caption={`${name}的任职经历`}
      rows={rows}
      columns={[
        { name: '单位', cell: ({ organisationName }) => organisationName },
        { name: '到岗', cell: ({ fromDay, beganName }) => <Day day={fromDay} note={beganName} />, nowrap: true },
        {
          name: '离开',
          cell: ({ toDay, endedName, reason }) =>
            toDay === null ? '在岗' : <Day day={toDay} note={[endedName, reason].filter(Boolean).join('，')} />,
        },
      ]}
    />
  )

const Day = ({ day, note }: { day: string; note: string }) => (
  <>
    {day}
    <small>{note}</small>
  </>
)
