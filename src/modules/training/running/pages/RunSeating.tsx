import { Button } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import { ArrangeSeats } from './ArrangeSeats.tsx'
import { MoveSeat } from './MoveSeat.tsx'
import type { RunParts } from './StaffRun.tsx'

export type Seating = Output<ApiContract['GET /staff/training/seating']>
export type Seated = Seating['unseated'][number]

/** 座位: examination rooms, who sits where, and the lists for doors and tables. */
export function RunSeating({ of, changed }: RunParts) {
  const answer = useApi('GET /staff/training/seating', { courseId: of.id })
  const [arranging, arrange] = useState(false)
  const [moving, move] = useState<Seated>()
  const reload = () => {
    answer.reload()
    changed()
  }
  const sheet = (kind: 'door' | 'table') => saveFile('GET /staff/training/seating/sheet', { courseId: of.id, kind })
  return (
    <States answer={answer} lines={8}>
      {seating => (
        <>
          <section className="desk-card">
            <h2>考场</h2>
            <p>{summaryOf(seating)}</p>
            <div className="form-actions">
              <Button type="primary" onClick={() => arrange(true)}>
                {seating.rooms.length > 0 ? '重新编排' : '编排座位'}
              </Button>
              {seating.rooms.some(({ seats }) => seats.length > 0) && (
                <>
                  <SaveButton save={() => sheet('door')}>打印门贴</SaveButton>
                  <SaveButton save={() => sheet('table')}>打印桌贴</SaveButton>
                </>
              )}
            </div>
          </section>
          {seating.rooms.map(({ name, size, seats }) => (
            <Seats key={name} title={`${name}　${seats.length} 人，${size} 座`} rows={seats} move={move} />
          ))}
          {seating.unseated.length > 0 && (
            <Seats title={`还没有座位　${seating.unseated.length} 人`} rows={seating.unseated} move={move} />
          )}
          {arranging && <ArrangeSeats of={of} seating={seating} changed={reload} close={() => arrange(false)} />}
          {moving && <MoveSeat of={moving} changed={reload} close={() => move(undefined)} />}
        </>
      )}
    </States>
  )
}

function summaryOf({ rooms, unseated, neighbours }: Seating): string {
  if (rooms.length === 0) return '填写考场名称和座位数，按准考证号编排，或把同单位的人错开。'
  const parts = [
    neighbours > 0 ? `同单位相邻 ${neighbours} 处` : '没有同单位的人相邻',
    unseated.length > 0 ? `${unseated.length} 人还没有座位` : '每个人都有座位',
  ]
  return `${parts.join('，')}。座位可逐个调整，有人的座位两人对调。`
}

type SeatsProps = { title: string; rows: Seated[]; move: (one: Seated) => void }

const Seats = ({ title, rows, move }: SeatsProps) => (
  <section className="desk-card">
    <h2>{title}</h2>
    <Table
      caption={title}
      rows={rows}
      columns={[
        { name: '座位', cell: ({ seat }) => seat || '—', nowrap: true },
        { name: '姓名', cell: ({ name }) => name, nowrap: true },
        { name: '准考证号', cell: ({ ticketNumber }) => ticketNumber || '—', nowrap: true },
        { name: '单位', cell: ({ organisationName }) => organisationName },
        {
          name: '操作',
          cell: one => (
            <Button size="small" aria-label={`调整${one.name}的座位`} onClick={() => move(one)}>
              调整
            </Button>
          ),
          nowrap: true,
        },
      ]}
    />
  </section>
)
