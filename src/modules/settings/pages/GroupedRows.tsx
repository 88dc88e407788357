import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { Tag } from '#ui/Tag.tsx'
import { RowActs } from './RowActs.tsx'

type Group = { id: number; name: string; code: string; isRetired?: boolean }
type Kind = { id: number; name: string; groupId: number }
type Desk<R> = {
  put: (row: R, position: number, into?: string) => void
  edit?: (row: R) => void
  askRemoval: (row: R) => void
}
type Props<G, K> = {
  groups: G[]
  kinds: K[]
  groupDesk: Desk<G>
  kindDesk: Desk<K> & { add: (blank: FormValues) => void }
  newKind: FormValues
  children: (kind: K) => ReactNode
}

/** A catalogue: groups in their order, below each its kinds, which may be moved into another group. */
export function GroupedRows<G extends Group, K extends Kind>(props: Props<G, K>) {
  const { groups, kinds, groupDesk, kindDesk, newKind, children } = props
  const under = (id: number) => kinds.filter(({ groupId }) => groupId === id)
  const dragGroup = useDrag<G>((row, onto) => groupDesk.put(row, groups.indexOf(onto) + 1))
  const dragKind = useDrag<K>((row, onto) =>
    kindDesk.put(row, under(onto.groupId).indexOf(onto) + 1, String(onto.groupId)),
  )
  return (
    <Movable
      rows={groups}
      label="大类的先后"
      move={groupDesk.put}
      drag={dragGroup}
      below={group => (
        <Movable rows={under(group.id)} label={`${group.name}的种类`} move={kindDesk.put} drag={dragKind}>
          {kind => (
            <>
              <div className="movable-main">{children(kind)}</div>
              <RowActs row={kind} desk={kindDesk} />
            </>
          )}
        </Movable>
      )}
    >
      {group => (
        <>
          <div className="movable-main">
            <p>
              <b>{group.name}</b> <Tag tone="water">{group.code}</Tag> {group.isRetired && <Tag>停用</Tag>}
            </p>
            <p>{under(group.id).length > 0 ? `${under(group.id).length} 个种类` : '还没有种类'}</p>
          </div>
          <span className="movable-acts">
            <Button onClick={() => kindDesk.add({ ...newKind, groupId: String(group.id) })}>
              新增种类<span className="hidden-text">：{group.name}</span>
            </Button>
          </span>
          <RowActs row={group} desk={groupDesk} />
        </>
      )}
    </Movable>
  )
}
