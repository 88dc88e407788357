import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { type FormField, type FormValues, optionsOf } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { MovePlace } from './MovePlace.tsx'
import type { RunParts } from './StaffRun.tsx'

export type Guest = Output<ApiContract['GET /staff/training/rooms']>[number]

type Filters = Input<ApiContract['GET /staff/training/rooms']>

/** 住宿: who sleeps where; those without a room in front. */
export function RunRooms({ of, changed }: RunParts) {
  const { pageNum: _, ...asked } = useFilters<Filters>('stay', 'sex', 'organisation')
  const filters = { ...asked, courseId: of.id }
  const answer = useApi('GET /staff/training/rooms', filters)
  const [assigning, assign] = useState(false)
  const [moving, move] = useState<Guest>()
  const reload = () => {
    answer.reload()
    changed()
  }
  const { staying, lodged } = of.figures
  return (
    <section className="desk-card">
      <h2>{staying > 0 ? `${staying} 人住宿，${lodged} 人已有房间` : '住宿'}</h2>
      <DataTable<Guest>
        caption="住宿名单"
        answer={answer}
        unit="人"
        filters={[
          {
            name: 'stay',
            label: '住法',
            options: optionsOf({ single: '单住', shared: '合住' }),
          },
          {
            name: 'sex',
            label: '性别',
            options: optionsOf({ male: '男', female: '女' }),
          },
          { name: 'organisation', label: '单位', kind: 'text' },
        ]}
        actions={
          staying > 0 && (
            <Button type="primary" onClick={() => assign(true)}>
              分配房间
            </Button>
          )
        }
        save={() => saveFile('GET /staff/training/rooms/export', filters)}
        empty={{ title: '没有人需要住宿', children: <p>报名时选择了单住或合住的人会出现在这里。</p> }}
        columns={[
          {
            name: '姓名',
            cell: ({ name, sexName }) => (
              <>
                {name}
                <span className="cell-note">{sexName || '性别未登记'}</span>
              </>
            ),
          },
          { name: '单位', cell: ({ organisationName }) => organisationName },
          { name: '住法', cell: ({ stayName }) => stayName, nowrap: true },
          { name: '希望同住', cell: ({ roommate }) => roommate || '—', nowrap: true },
          { name: '饮食', cell: ({ diet }) => diet || '—' },
          { name: '房间', cell: ({ room }) => room || '—', nowrap: true },
          {
            name: '操作',
            cell: one => (
              <Button size="small" aria-label={`调整${one.name}的房间`} onClick={() => move(one)}>
                调整
              </Button>
            ),
            nowrap: true,
          },
        ]}
      />
      {assigning && <AssignRooms of={of} changed={reload} close={() => assign(false)} />}
      {moving && <MoveRoom of={moving} changed={reload} close={() => move(undefined)} />}
    </section>
  )
}

type Props = { of: Guest; changed: () => void; close: () => void }

function MoveRoom({ of: { id, name, room: from }, changed, close }: Props) {
  const move = async (room: string) => {
    await browserApi('POST /staff/training/rooms/move', { participantId: id, from, room })
    return '房间已调整'
  }
  const hint = '同一房间最多两人，只能同性合住；留空则取消房间'
  return (
    <MovePlace
      name={name}
      from={from}
      what="房间"
      field="room"
      hint={hint}
      max={20}
      move={move}
      changed={changed}
      close={close}
    />
  )
}

const fields: readonly FormField[] = [
  {
    name: 'names',
    label: '酒店的房间号',
    section: '',
    kind: 'paragraph',
    max: 4000,
    hint: '用空格或换行隔开，按顺序使用；不够的记作 房间 1、房间 2…，以后可改',
  },
  {
    name: 'scope',
    label: '范围',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf({ rest: '只给没有房间的人', again: '全部重新分配' }),
  },
]

function AssignRooms({ of, changed, close }: RunParts & { close: () => void }) {
  const send = async ({ names, scope }: FormValues) => {
    const given = String(names ?? '')
      .split(/[\s,，、;；]+/)
      .filter(Boolean)
    const done = await browserApi('POST /staff/training/rooms/assign', {
      courseId: of.id,
      names: given,
      again: scope === 'again',
    })
    announce(`已给 ${done.lodged} 人分配房间，共 ${done.rooms} 间`)
    changed()
  }
  return (
    <FormDialog
      title="分配房间"
      intro={<p>单住的每人一间；合住的先照顾互相希望同住的人，再按同单位、同性别两人一间。</p>}
      fields={fields}
      initial={{ scope: 'rest' }}
      action="分配"
      send={send}
      close={close}
    />
  )
}
