import { Button, Input } from 'antd'
import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'

type Props = { courseId: number | undefined; pick: (participantId: number) => void }

/** By a few digits, or by name: where there is no ticket, or no light. */
export function CheckInFinder({ courseId, pick }: Props) {
  const [key, setKey] = useState('')
  const answer = useApi('GET /staff/training/checkIn/find', key ? { courseId, key } : null)
  const choose = (id: number) => {
    setKey('')
    pick(id)
  }
  return (
    <section className="desk-card">
      <h2>
        <label htmlFor="check-in-key">按号码或姓名查找</label>
      </h2>
      <Input.Search
        id="check-in-key"
        placeholder="准考证号、末几位或姓名"
        maxLength={30}
        enterButton={<Button>查找</Button>}
        allowClear
        onSearch={typed => setKey(typed.trim())}
      />
      {key && (
        <States
          answer={answer}
          lines={3}
          empty={{
            when: list => list.length === 0,
            title: '没有找到',
            children: <p>请核对号码或姓名，或选择培训班后再查找。</p>,
          }}
        >
          {list => (
            <ul className="check-in-list" role="list">
              {list.map(one => (
                <li key={one.id}>
                  <button type="button" onClick={() => choose(one.id)}>
                    <b>{one.name}</b>
                    <span>{one.ticketNumber || '无准考证号'}</span>
                    <span>{one.organisationName}</span>
                    {!courseId && <span>{one.courseTitle}</span>}
                    {one.isCheckedIn && <Tag tone="good">已报到</Tag>}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </States>
      )}
    </section>
  )
}
