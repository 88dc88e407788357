import { useApi, useSubmit } from '#api/useApi.ts'
import { Notes } from '#ui/notes/Notes.tsx'
import { States } from '#ui/States.tsx'

export function OrganisationNotes({ id }: { id: number }) {
  const answer = useApi('GET /staff/organisation/notes', { id })
  const adding = useSubmit('POST /staff/organisation/note')
  const removing = useSubmit('POST /staff/organisation/note/remove')
  const add = async (text: string) => {
    const isDone = Boolean(await adding.submit({ id, text }))
    if (isDone) answer.reload()
    return isDone
  }
  const remove = async (noteId: number) => {
    if (await removing.submit({ id: noteId })) answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>内部备注</h2>
      <States answer={answer}>
        {({ notes, colleagues }) => (
          <Notes
            draft={`company-note-${id}`}
            notes={notes}
            colleagues={colleagues}
            hint="只有工作人员能看到，审核它的申请时也看得到；写下 10 分钟内可以删除。输入 @ 选择同事，该同事会收到消息。"
            busy={adding.busy}
            problem={(adding.error ?? removing.error)?.message}
            add={add}
            remove={remove}
          />
        )}
      </States>
    </section>
  )
}
