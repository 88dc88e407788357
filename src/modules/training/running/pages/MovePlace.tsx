import { announce } from '#api/session.ts'
import { reloadOnConflict } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'

type Props = {
  name: string
  from: string
  what: '座位' | '房间'
  /** Field name of the server, so that errors appear at the input. */
  field: 'seat' | 'room'
  hint: string
  max: number
  /** Answers what is then said. */
  move: (to: string) => Promise<string>
  changed: () => void
  close: () => void
}

export function MovePlace({ name, from, what, field, hint, max, move, changed, close }: Props) {
  const send = async (values: FormValues) => {
    announce(await move(String(values[field] ?? '').trim()).catch(error => reloadOnConflict(error, changed)))
    changed()
  }
  return (
    <FormDialog
      title={`调整${name}的${what}`}
      fields={[{ name: field, label: what, kind: 'text', section: '', max, hint }]}
      initial={{ [field]: from }}
      action="保存"
      send={send}
      close={close}
    />
  )
}
