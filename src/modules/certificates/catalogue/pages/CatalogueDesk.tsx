import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { Tag } from '#ui/Tag.tsx'

type Group = { id: number; name: string; code: string; isRetired: boolean }
type Kind = { id: number; name: string; groupId: number }
type Acts<R> = {
  put: (row: R, position: number, into?: string) => void
  edit?: (row: R) => void
  askRemoval: (row: R) => void
}
type GroupDesk<G> = ComponentProps<typeof SiteDesk<{ list: G[] }>>['desk'] & Acts<G>
type KindDesk<K> = Acts<K> & { add: (blank: FormValues) => void; notice: ReactNode; dialogs: ReactNode }
type Props<G, K> = {
  groupDesk: GroupDesk<G>
  kindDesk: KindDesk<K>
  kinds: K[]
  newGroup?: FormValues
  newKind: FormValues
  about: string
  /** Below the words that there is no group yet. */
  whenEmpty?: ReactNode
  children: (kind: K) => ReactNode
}

/** The screen of a catalogue: groups in their order, below each its kinds, which may be moved into another group. */
export function CatalogueDesk<G extends Group, K extends Kind>(props: Props<G, K>) {
  const { groupDesk, kindDesk, newGroup, about, whenEmpty } = props
  return (
    <SiteDesk
      desk={groupDesk}
      className="desk-card movable-dense"
      title="大类与种类"
      add="新增大类"
      blank={newGroup}
      about={`先后即公示页面的次序，可拖动或用箭头调整；种类可以拖到另一大类。${about}`}
      empty={{ title: '还没有大类', children: whenEmpty }}
    >
      {({ list }) => (
        <>
          {kindDesk.notice}
          <Rows {...props} groups={list} />
          {kindDesk.dialogs}
        </>
      )}
    </SiteDesk>
  )
}

function Rows<G extends Group, K extends Kind>(props: Props<G, K> & { groups: G[] }) {
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
