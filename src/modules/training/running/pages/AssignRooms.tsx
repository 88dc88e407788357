import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { type FormField, type FormValues, optionsOf } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { RunParts } from './StaffRun.tsx'

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

export function AssignRooms({ of, changed, close }: RunParts & { close: () => void }) {
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
