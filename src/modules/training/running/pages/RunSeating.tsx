import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { type FormField, type FormRow, type FormValues, optionsOf, rowsIn } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import { MovePlace } from './MovePlace.tsx'
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

type Props = { of: Seated; changed: () => void; close: () => void }

function MoveSeat({ of: { id, name, seat: from }, changed, close }: Props) {
  const move = async (seat: string) => {
    const { swappedWith } = await browserApi('POST /staff/training/seating/move', { participantId: id, from, seat })
    return swappedWith ? `已与${swappedWith}对调` : '座位已调整'
  }
  const hint = '考场名称、空格和两位座号，例如 一号考场 03；有人的座位两人对调，留空则取消座位'
  return (
    <MovePlace
      name={name}
      from={from}
      what="座位"
      field="seat"
      hint={hint}
      max={40}
      move={move}
      changed={changed}
      close={close}
    />
  )
}

const fields: readonly FormField[] = [
  {
    name: 'rooms',
    label: '考场',
    section: '',
    kind: 'rows',
    required: true,
    max: 50,
    columns: [
      { name: 'name', label: '名称', section: '', kind: 'text', required: true, max: 20 },
      { name: 'size', label: '座位数', section: '', kind: 'number', required: true, min: 1, max: 300 },
    ],
  },
  {
    name: 'order',
    label: '方式',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf({ mixed: '同单位错开', ticket: '按准考证号' }),
  },
]

const NUMBERS = '一二三四五六七八九十'
const DEFAULT_ROOM_SIZE = 30

/** Current rooms, or for the first arrangement as many rooms of thirty as needed. */
function roomsFor({ of, seating: { rooms } }: Pick<ArrangeSeatsProps, 'of' | 'seating'>): FormRow[] {
  if (rooms.length > 0) return rooms.map(({ name, size }) => ({ name, size }))
  const count = Math.max(1, Math.ceil(of.figures.confirmed / DEFAULT_ROOM_SIZE))
  return Array.from({ length: count }, (_, i) => ({
    name: `${NUMBERS[i] ?? `第${i + 1}`}号考场`,
    size: DEFAULT_ROOM_SIZE,
  }))
}

type ArrangeSeatsProps = RunParts & { seating: Seating; close: () => void }

function ArrangeSeats({ of, seating, changed, close }: ArrangeSeatsProps) {
  const isAgain = seating.rooms.length > 0
  const send = async (values: FormValues) => {
    const given = rowsIn(values, 'rooms').map(({ name, size }) => ({ name: String(name ?? ''), size: Number(size) }))
    const done = await browserApi('POST /staff/training/seating', {
      courseId: of.id,
      rooms: given,
      order: values.order === 'ticket' ? 'ticket' : 'mixed',
    })
    announce(`已编排 ${done.seated} 个座位`)
    changed()
  }
  return (
    <FormDialog
      title={isAgain ? '重新编排座位' : '编排座位'}
      intro={isAgain && <p>原来的座位（包括手工调整的）全部作废；已打印的门贴、桌贴和准考证需要重新打印。</p>}
      fields={fields}
      initial={{ rooms: roomsFor({ of, seating }), order: 'mixed' }}
      action="编排"
      send={send}
      close={close}
    />
  )
}
