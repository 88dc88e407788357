import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'

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
            {list.map(({ id, title, content, isRead, createTime }) => (
              <li key={id}>
                <p>
                  <b>{title}</b> {!isRead && <Tag tone="water">未读</Tag>}{' '}
                  <time dateTime={createTime}>{minute(createTime)}</time>
                </p>
                <p>{content}</p>
              </li>
            ))}
          </ul>
        )}
      </States>
    </section>
  )
}
