import { useApi } from '#api/useApi.ts'
import { CaseMessage } from '#modules/messages/pages/CaseMessage.tsx'
import { States } from '#ui/States.tsx'

/** What the association told of this entry, the newest first. */
export function EntryMessages({ id }: { id: number }) {
  const answer = useApi('GET /award/message/list', { id, pageSize: 20 })
  if (answer.data?.total === 0) return null
  return (
    <section className="centre-card">
      <h2>相关消息</h2>
      <States answer={answer} lines={3}>
        {({ list }) => (
          <ul className="case-messages" role="list">
            {list.map(of => (
              <CaseMessage key={of.id} of={of} />
            ))}
          </ul>
        )}
      </States>
    </section>
  )
}
