import { useApi, useSubmit } from '#api/useApi.ts'
import { Notes } from '#ui/notes/Notes.tsx'
import type { Case } from './desking.ts'

/** What colleagues tell each other about a case. */
export function StaffCaseNotes({ of, changed }: { of: Case; changed: () => void }) {
  const { data: colleagues = [] } = useApi('GET /staff/review/colleagues', {})
  const adding = useSubmit('POST /staff/review/note')
  const removing = useSubmit('POST /staff/review/note/remove')
  const add = async (text: string) => {
    const isDone = Boolean(await adding.submit({ id: of.id, text }))
    if (isDone) changed()
    return isDone
  }
  const remove = async (id: number) => {
    if (await removing.submit({ id })) changed()
  }
  return (
    <section className="desk-card">
      <h2>内部备注</h2>
      <Notes
        draft={`case-note-${of.id}`}
        notes={of.notes}
        colleagues={colleagues.map(({ name }) => name)}
        hint="只有工作人员能看到；写下 10 分钟内可以删除。输入 @ 选择同事，该同事会收到消息。"
        busy={adding.busy}
        problem={(adding.error ?? removing.error)?.message}
        add={add}
        remove={remove}
      />
    </section>
  )
}
