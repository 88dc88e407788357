import { Button } from 'antd'
import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { History } from '#ui/History.tsx'
import { States } from '#ui/States.tsx'

type Props = { objectType: string; objectId: number }

const ROWS_AT_ONCE = 20
const MAX_ROWS = 100

/** Below the screen of a record: what was changed of it, by whom, from what to what. Read when somebody asks for it. */
export function RecordHistory({ objectType, objectId }: Props) {
  const [isOpen, open] = useState(false)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>修改记录</h2>
        <Button aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? '收起' : '查看修改记录'}
        </Button>
      </div>
      {isOpen && <Entries objectType={objectType} objectId={objectId} />}
    </section>
  )
}

function Entries(of: Props) {
  const [pageSize, setPageSize] = useState(ROWS_AT_ONCE)
  const answer = useApi('GET /staff/history/list', { ...of, pageSize })
  return (
    <States answer={answer}>
      {({ list, total }) => (
        <>
          {list.length === 0 && <p>登记以来没有修改。</p>}
          <History
            events={list.map(({ actionName, changes, ...event }) => ({
              ...event,
              name: actionName,
              reason: '',
              changes: changes.map(({ name, ...values }) => ({ label: name, ...values })),
            }))}
          />
          {total > list.length && pageSize < MAX_ROWS && (
            <Button onClick={() => setPageSize(MAX_ROWS)}>显示更早的（共 {total} 条）</Button>
          )}
          {total > MAX_ROWS && pageSize === MAX_ROWS && <p>只列出最近的 {MAX_ROWS} 条，更早的在审计日志中。</p>}
        </>
      )}
    </States>
  )
}
