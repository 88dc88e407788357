import { Button } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { optionsOf } from '#lib/form/form.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { AssignRooms } from './AssignRooms.tsx'
import { MoveRoom } from './MoveRoom.tsx'
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
