import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { type FormField, type FormRow, type FormValues, optionsOf, rowsIn } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { Seating } from './RunSeating.tsx'
import type { RunParts } from './StaffRun.tsx'

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
const SIZE = 30

/** As they were arranged last; the first time, as many rooms of thirty as are needed. */
function roomsFor({ of, seating: { rooms } }: Pick<Props, 'of' | 'seating'>): FormRow[] {
  if (rooms.length > 0) return rooms.map(({ name, size }) => ({ name, size }))
  const count = Math.max(1, Math.ceil(of.figures.confirmed / SIZE))
  return Array.from({ length: count }, (_, i) => ({ name: `${NUMBERS[i] ?? `第${i + 1}`}号考场`, size: SIZE }))
}

type Props = RunParts & { seating: Seating; close: () => void }

export function ArrangeSeats({ of, seating, changed, close }: Props) {
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
